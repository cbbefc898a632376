import { Box } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ConversationRef } from '../../../machines/conversations/conversation/conversation.machine.ts'
import type { HandoverEntry } from '../../../services/contract/handover.ts'
import { spokenText } from '../../parts/spoken-text.ts'

/** Tells a screen reader the answer in sentences, once it is whole. */
export function NewAnswer({ actor }: { actor: ConversationRef }) {
  const text = useSelector(actor, (conversation) => {
    const last = conversation.context.messages.at(-1)
    return conversation.hasTag('settled') && last?.role === 'assistant' ? last.content : ''
  })
  return <Spoken text={text} />
}

/** Tells a screen reader what a person has replied. */
export const NewReply = ({ entries }: { entries: readonly HandoverEntry[] }) => {
  const last = entries.findLast(({ kind }) => kind === 'reply')
  return <Spoken text={last ? `${last.author}: ${last.content}` : ''} />
}

const Spoken = ({ text }: { text: string }) => (
  <Box srOnly aria-live="polite">
    {spokenText(text)}
  </Box>
)
