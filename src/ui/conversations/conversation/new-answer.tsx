import { Box } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { ConversationRef } from '../../../machines/conversations/conversation/conversation.machine.ts'
import type { HandoverRef } from '../../../machines/visitors/handover.machine.ts'
import type { HandoverEntry } from '../../../services/contract/handover.ts'
import { t } from '../../../texts/t.ts'
import { spokenText } from '../../parts/spoken-text.ts'
import { DEEDS } from './entry.tsx'

/** Announces the answer to screen readers in sentences, once complete; not again if the next question is refused. */
export function NewAnswer({ actor }: { actor: ConversationRef }) {
  const text = useSelector(actor, ({ context }) => {
    const last = context.messages.at(-1)
    return last?.role === 'assistant' && last.status !== 'streaming' ? last.content : ''
  })
  return <Spoken text={text} />
}

/** Announces a person's reply or action to screen readers, if it arrives while its conversation is shown. */
export function NewReply({ actor }: { actor: HandoverRef }) {
  const { conversationId, view } = useSelector(actor, ({ context }) => context)
  return view && <Reply key={conversationId} entries={view.entries} />
}

function Reply({ entries }: { entries: readonly HandoverEntry[] }) {
  const last = entries.findLast(({ kind }) => kind !== 'visitor' && kind !== 'note')
  const [known] = useState(last?.id)
  return <Spoken text={last && last.id !== known ? textOf(last) : ''} />
}

const textOf = ({ kind, author, content }: HandoverEntry) => {
  const who = author || t('Our team')
  return DEEDS[kind]?.(who, content) ?? `${who}: ${content}`
}

const Spoken = ({ text }: { text: string }) => (
  <Box srOnly aria-live="polite">
    {spokenText(text)}
  </Box>
)
