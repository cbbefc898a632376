import { Box } from '@chakra-ui/react'
import { useCallback } from 'react'
import type { ConversationRef } from '../../../machines/conversation/conversation.machine.ts'
import type { ReaderRef } from '../../../machines/reader/reader.machine.ts'
import type { Message } from '../../../services/contract/conversations.ts'
import { Markdown } from '../../parts/markdown.tsx'
import { prose } from './prose.ts'
import { Thinking } from './thinking.tsx'

interface AnswerProps {
  message: Message
  pointed: number | null
  actor: ConversationRef
  reader: ReaderRef
}

/** The answer's text; its numerals light their passages in the margin and open them. */
export function Answer({ message, pointed, actor, reader }: AnswerProps) {
  const { id, citations, content, status } = message
  const cite = useCallback(
    (n: number, key: string) => {
      const citation = citations.find((source) => source.n === n)
      // A marker without a source is not shown.
      if (!citation) return null
      return (
        <button
          key={key}
          type="button"
          data-cite={n}
          data-pointed={pointed === n || undefined}
          aria-label={`Source ${n}: ${citation.document_name}`}
          onPointerEnter={() => actor.send({ type: 'citation.pointed', messageId: id, n })}
          onPointerLeave={() => actor.send({ type: 'citation.left' })}
          onFocus={() => actor.send({ type: 'citation.pointed', messageId: id, n })}
          onBlur={() => actor.send({ type: 'citation.left' })}
          onClick={() => reader.send({ type: 'citation.opened', citation })}
        >
          {n}
        </button>
      )
    },
    [citations, pointed, actor, reader, id],
  )
  if (content === '' && status === 'streaming') return <Thinking />
  return (
    <Box css={prose} aria-busy={status === 'streaming'}>
      <Markdown source={content} streaming={status === 'streaming'} cite={cite} />
    </Box>
  )
}
