import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ConversationRef } from '../../../machines/conversation/conversation.machine.ts'
import type { ShareRef } from '../../../machines/share/share.machine.ts'
import type { SharePage } from '../../../services/contract/share.ts'
import { Pressable } from '../../parts/button.tsx'

interface ShareInvitationProps {
  page: SharePage
  share: ShareRef
  conversation: ConversationRef
}

/** Before the first question: the welcome, and questions to begin with. */
export function ShareInvitation({ page, share, conversation }: ShareInvitationProps) {
  const asking = useSelector(share, (snapshot) => snapshot.hasTag('asking'))
  const ask = (text: string) => {
    conversation.send({ type: 'draft.changed', text })
    conversation.send({ type: 'question.submitted' })
  }
  return (
    <Flex
      direction="column"
      justify="center"
      gap="6"
      minHeight="full"
      px={{ base: '5', md: '11' }}
      py="10"
      maxWidth="column"
    >
      <Text textStyle="question">{page.welcome_message || 'What would you like to know?'}</Text>
      {asking && page.starter_questions.length > 0 && (
        <Flex as="ul" listStyleType="none" direction="column" gap="2" align="flex-start">
          {page.starter_questions.map((question) => (
            <li key={question}>
              <Pressable
                type="button"
                border="1px solid"
                borderColor="rule.2"
                borderRadius="lg"
                bg="raised"
                px="4"
                py="2.5"
                overflowWrap="anywhere"
                _hover={{ bg: 'accent.wash', borderColor: 'accent' }}
                onClick={() => ask(question)}
              >
                {question}
              </Pressable>
            </li>
          ))}
        </Flex>
      )}
    </Flex>
  )
}
