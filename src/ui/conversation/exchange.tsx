import { Box, Flex, Grid, Heading, Text } from '@chakra-ui/react'
import { useActorRef, useSelector } from '@xstate/react'
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PointerRef } from '../../machines/pointer/pointer.machine.ts'
import type { ReaderRef } from '../../machines/reader/reader.machine.ts'
import type { Message } from '../../services/contract/conversations.ts'
import { useMachines } from '../actors.tsx'
import { Button } from '../parts/button.tsx'
import { counted, formatSeconds } from '../parts/format.ts'
import { Notice } from '../parts/notice.tsx'
import { Answer } from './answer.tsx'
import { BESIDE, GUTTER, MARGIN } from './columns.ts'
import type { ExchangeView } from './exchanges.tsx'
import { Explanation, Thumbs } from './feedback.tsx'
import { Margin } from './margin.tsx'
import { Thinking } from './thinking.tsx'

interface ExchangeProps {
  exchange: ExchangeView
  pointer: PointerRef
  reader: ReaderRef
  /** What else can be done with the answer. */
  action?: ReactNode
  /** Whether the reader can say what they think of the answer: visitors cannot. */
  rateable?: boolean
  /** Whether a line parts it from the one before. */
  divided?: boolean
}

/** A question, its answer, and in the margin beside it the passages that it quotes. */
export function Exchange({
  exchange: { question, answer },
  pointer,
  reader,
  action,
  rateable = true,
  divided = false,
}: ExchangeProps) {
  const pointed = useSelector(pointer, ({ context }) =>
    context.pointed && context.pointed.messageId === answer?.id ? context.pointed.n : null,
  )
  return (
    <Grid
      as="article"
      gridTemplateColumns="minmax(0, 1fr)"
      css={{ [BESIDE]: { gridTemplateColumns: `minmax(0, 1fr) ${MARGIN}` } }}
      borderTop={divided ? '1px solid' : undefined}
      borderColor="rule"
    >
      <Box pt="8" pb="7" maxWidth="48.5rem" minWidth={0} css={{ paddingInline: GUTTER }}>
        <Heading as="h2" textStyle="question" mb="5" overflowWrap="anywhere" whiteSpace="pre-wrap">
          {question}
        </Heading>
        {answer ? (
          <>
            <Answer message={answer} pointed={pointed} pointer={pointer} reader={reader} />
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
            {answer.status !== 'streaming' && (
              <Colophon message={answer} action={action} rateable={rateable} />
            )}
          </>
        ) : (
          <Thinking />
        )}
      </Box>
      <Margin message={answer} pointed={pointed} pointer={pointer} reader={reader} />
    </Grid>
  )
}

interface ColophonProps {
  message: Message
  action: ReactNode
  rateable: boolean
}

/** What can be done with an answer, and how it was made. */
function Colophon({ message, action, rateable }: ColophonProps) {
  return rateable ? (
    <RateableLine message={message} action={action} />
  ) : (
    <ColophonLine message={message}>{action}</ColophonLine>
  )
}

function RateableLine({ message, action }: Omit<ColophonProps, 'rateable'>) {
  const feedback = useActorRef(useMachines().answerFeedback, {
    input: { messageId: message.id, feedback: message.feedback },
  })
  return (
    <>
      <ColophonLine message={message}>
        {action}
        <Thumbs actor={feedback} />
      </ColophonLine>
      <Explanation actor={feedback} />
    </>
  )
}

const ColophonLine = ({ message, children }: { message: Message; children: ReactNode }) => (
  <Flex mt="4" gap="1" align="center" wrap="wrap" color="ink.3" ms="-3">
    <CopyButton text={message.content.replace(/\[\d+\]/g, '')} />
    {children}
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
