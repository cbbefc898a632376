import { Flex } from '@chakra-ui/react'
import type { ConversationRef } from '../../machines/conversation/conversation.machine.ts'
import { Pressable } from '../parts/button.tsx'

/** Questions to begin with. */
export function Starters({ questions, actor }: { questions: readonly string[]; actor: ConversationRef }) {
  const ask = (text: string) => {
    actor.send({ type: 'draft.changed', text })
    actor.send({ type: 'question.submitted' })
  }
  if (questions.length === 0) return null
  return (
    <Flex as="ul" listStyleType="none" direction="column" gap="2" align="flex-start">
      {questions.map((question) => (
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
  )
}
