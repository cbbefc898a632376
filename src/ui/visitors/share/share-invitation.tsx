import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ConversationRef } from '../../../machines/conversations/conversation/conversation.machine.ts'
import type { ShareRef } from '../../../machines/visitors/share.machine.ts'
import type { SharePage } from '../../../services/contract/share.ts'
import { t } from '../../../texts/t.ts'
import { UNDER_TEXT } from '../../conversations/conversation/columns.ts'
import { Starters } from '../../conversations/conversation/starters.tsx'

interface ShareInvitationProps {
  page: SharePage
  share: ShareRef
  conversation: ConversationRef
}

/** Before the first question: the welcome, and questions to begin with. */
export function ShareInvitation({ page, share, conversation }: ShareInvitationProps) {
  const asking = useSelector(share, (snapshot) => snapshot.hasTag('asking'))
  return (
    <Flex direction="column" justify="center" gap="6" minHeight="full" py="10" css={UNDER_TEXT}>
      <Text textStyle="question">{page.welcome_message || t('What would you like to know?')}</Text>
      {asking && (
        <Starters
          questions={page.starter_questions}
          onAsk={(text) => {
            conversation.send({ type: 'draft.changed', text })
            conversation.send({ type: 'question.submitted' })
          }}
        />
      )}
    </Flex>
  )
}
