import { Box, Flex, Grid, Heading, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Check, Copy, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { ConversationRef } from '../../../machines/conversation/conversation.machine.ts'
import type { ReaderRef } from '../../../machines/reader/reader.machine.ts'
import type { Message } from '../../../services/contract/conversations.ts'
import { Button } from '../../parts/button.tsx'
import { Notice } from '../../parts/form.tsx'
import { counted, formatSeconds } from '../../parts/format.ts'
import { Answer } from './answer.tsx'
import type { ExchangeView } from './exchanges.ts'
import { Margin } from './margin.tsx'
import { Thinking } from './thinking.tsx'

interface ExchangeProps {
  exchange: ExchangeView
  last: boolean
  actor: ConversationRef
  reader: ReaderRef
}

/** A question, its answer, and in the margin beside it the passages that it quotes. */
export function Exchange({ exchange: { question, answer }, last, actor, reader }: ExchangeProps) {
  const pointed = useSelector(actor, ({ context }) =>
    context.pointed && context.pointed.messageId === answer?.id ? context.pointed.n : null,
  )
  return (
    <Grid
      as="article"
      templateColumns={{ base: '1fr', lg: '1fr var(--l-sizes-margin)' }}
      _notFirst={{ borderTop: '1px solid', borderColor: 'rule' }}
    >
      <Box px={{ base: '5', md: '11' }} pt="8" pb="7" maxWidth="48.5rem" minWidth={0}>
        <Heading as="h2" textStyle="question" mb="5" overflowWrap="anywhere" whiteSpace="pre-wrap">
          {question}
        </Heading>
        {answer ? (
          <>
            <Answer message={answer} pointed={pointed} actor={actor} reader={reader} />
            {answer.error && (
              <Box mt="4">
                <Notice tone="error">{answer.error.detail}</Notice>
              </Box>
            )}
            {answer.status === 'stopped' && (
              <Text textStyle="small" color="ink.2" mt="3" fontStyle="italic">
                Stopped. What had arrived is kept.
              </Text>
            )}
            <Colophon message={answer} last={last} actor={actor} />
          </>
        ) : (
          <Thinking />
        )}
      </Box>
      <Margin message={answer} pointed={pointed} actor={actor} reader={reader} />
    </Grid>
  )
}

function Colophon({ message, last, actor }: { message: Message; last: boolean; actor: ConversationRef }) {
  const mayRetry = useSelector(actor, (conversation) => conversation.can({ type: 'retry.requested' }))
  if (message.status === 'streaming') return null
  return (
    <Flex mt="4" gap="1" align="center" wrap="wrap" color="ink.3" ms="-3">
      <CopyButton text={message.content.replace(/\[\d+\]/g, '')} />
      {last && mayRetry && (
        <Button variant="ghost" size="sm" onClick={() => actor.send({ type: 'retry.requested' })}>
          <RotateCcw aria-hidden />
          Retry
        </Button>
      )}
      <Text textStyle="small" ms="auto" ps="3">
        {[
          message.latency_ms?.total != null && formatSeconds(message.latency_ms.total),
          `${counted(message.passages_searched, 'passage')} searched`,
          message.mode === 'quoted' ? 'quoted, no model configured' : message.model,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </Flex>
  )
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <Button
      variant="ghost"
      size="sm"
      onBlur={() => setCopied(false)}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      {copied ? 'Copied' : 'Copy'}
    </Button>
  )
}
