import { Box, Flex, Spinner, Text } from '@chakra-ui/react'
import { createContext, type ReactNode, use, useCallback } from 'react'
import type { ReaderRef } from '../../../machines/knowledge/reader.machine.ts'
import { citedPassage } from '../../../machines/knowledge/reader.types.ts'
import type { Message } from '../../../services/contract/conversations.ts'
import { t } from '../../../texts/t.ts'
import { LinkRule, Markdown } from '../../parts/markdown.tsx'
import { DOUBT, DOUBT_OF_CITED, withDoubts } from './doubts.ts'
import type { PointedRef } from './pointed.ts'
import { prose } from './prose.ts'
import { Awaiting } from './unread.tsx'

interface AnswerProps {
  message: Message
  pointed: number | null
  pointer: PointedRef
  reader: ReaderRef
}

/** The parts that a source may omit, as in `www.acme.test` and `help@acme.test`. */
const SCHEME = /^(?:https?:\/\/|mailto:)/

/** The answer's text; its numerals highlight their passages in the margin and open them. */
export function Answer({ message, pointed, pointer, reader }: AnswerProps) {
  const { id, citations, content, status, unsupported, withheld } = message
  const cite = useCallback(
    (n: number, key: string) => {
      if (n === DOUBT || n === DOUBT_OF_CITED)
        return (
          <span
            key={key}
            data-doubt
            role="note"
            title={
              n === DOUBT
                ? t('No passage in your documents supports this sentence.')
                : t('The cited passage does not say this.')
            }
          >
            {t('unsupported')}
          </span>
        )
      const citation = citations.find((source) => source.n === n)
      // A marker without a source is not shown.
      if (!citation) return null
      return (
        <button
          key={key}
          type="button"
          data-cite={n}
          data-pointed={pointed === n || undefined}
          aria-label={t('Source {n}: {document_name}', { n, document_name: citation.document_name })}
          onPointerEnter={() => pointer.send({ type: 'citation.pointed', messageId: id, n })}
          onPointerLeave={() => pointer.send({ type: 'citation.left' })}
          onFocus={() => pointer.send({ type: 'citation.pointed', messageId: id, n })}
          onBlur={() => pointer.send({ type: 'citation.left' })}
          onClick={() => reader.send({ type: 'passage.opened', passage: citedPassage(citation) })}
        >
          {n}
        </button>
      )
    },
    [citations, pointed, pointer, reader, id],
  )
  // A document may make a model write links of its own: those not found in any source are disabled.
  const isOfSource = useCallback(
    (href: string) => citations.some((source) => source.content.includes(href.replace(SCHEME, ''))),
    [citations],
  )
  if (withheld)
    return (
      <Text color="ink.2" fontStyle="italic">
        {t('This answer comes from a knowledge base that you cannot read.')}
      </Text>
    )
  if (content === '' && status === 'streaming')
    return message.readiness ? <Awaiting readiness={message.readiness} /> : <Thinking />
  return (
    <Framed
      frame={
        <Box css={prose} aria-busy={status === 'streaming'}>
          <Slot />
        </Box>
      }
    >
      <LinkRule value={isOfSource}>
        <Markdown source={withDoubts(content, unsupported)} streaming={status === 'streaming'} cite={cite} />
      </LinkRule>
    </Framed>
  )
}

export const Thinking = () => (
  <Flex align="center" gap="2.5" color="ink.2" role="status">
    <Spinner aria-hidden />
    {t('Searching the documents…')}
  </Flex>
)

const Content = createContext<ReactNode>(null)

interface FramedProps {
  /** Contains a `<Slot />` for the content. */
  frame: ReactNode
  children: ReactNode
}

/** Content that changes many times a second, in a frame that does not: only the content is redrawn. */
export const Framed = ({ frame, children }: FramedProps) => <Content value={children}>{frame}</Content>

/** Position of the content in a frame. */
export const Slot = () => use(Content)
