import { Box } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ConversationRef } from '../../../machines/conversations/conversation/conversation.machine.ts'
import type { HandoverEntry } from '../../../services/contract/handover.ts'
import { spokenText } from '../../parts/spoken-text.ts'

/** Announces the answer to screen readers in sentences, once complete. */
export function NewAnswer({ actor }: { actor: ConversationRef }) {
  const text = useSelector(actor, (conversation) => {
    const last = conversation.context.messages.at(-1)
    return conversation.hasTag('settled') && last?.role === 'assistant' ? last.content : ''
  })
  return <Spoken text={text} />
}

/** Announces a person's reply to screen readers. */
export const NewReply = ({ entries }: { entries: readonly HandoverEntry[] }) => {
  const last = entries.findLast(({ kind }) => kind === 'reply')
  return <Spoken text={last ? `${last.author}: ${last.content}` : ''} />
}

const Spoken = ({ text }: { text: string }) => (
  <Box srOnly aria-live="polite">
    {spokenText(text)}
  </Box>
)
