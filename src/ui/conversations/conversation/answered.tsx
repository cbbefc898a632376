import { Box, Flex, Text } from '@chakra-ui/react'
import { Check, Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AnswerFeedbackRef } from '../../../machines/conversations/answer-feedback.machine.ts'
import type { ReaderRef } from '../../../machines/knowledge/reader.machine.ts'
import type { Message } from '../../../services/contract/conversations.ts'
import { withoutMarkers } from '../../../services/contract/markers.ts'
import { detailOf } from '../../../texts/localized.ts'
import { t } from '../../../texts/t.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { formatSeconds } from '../../parts/format.ts'
import { keepFocus } from '../../parts/keep-focus.ts'
import { Notice } from '../../parts/notice.tsx'
import { useStarted } from '../../view-actor.ts'
import { Answer } from './answer.tsx'
import { Explanation, Rated, Thumbs } from './feedback.tsx'
import type { FeedbackOf } from './feedbacks.ts'
import type { PointedRef } from './pointed.ts'

export interface AnsweredProps {
  answer: Message
  pointed: number | null
  pointer: PointedRef
  reader: ReaderRef
  /** The reader's ratings; null if someone else asked. */
  feedback: FeedbackOf | null
  /** Additional actions. */
  action?: ReactNode
}

/** An answer as far as it has arrived, how it ended, and its actions. */
export function Answered({ answer, pointed, pointer, reader, feedback, action }: AnsweredProps) {
  const own = feedback?.(answer) ?? null
  return (
    <>
      <Answer message={answer} pointed={pointed} pointer={pointer} reader={reader} />
      {answer.error && (
        <Box mt="4">
          <Notice tone="error">{detailOf(answer.error)}</Notice>
        </Box>
      )}
      {answer.status === 'stopped' && (
        <Text textStyle="small" color="ink.2" mt="3" fontStyle="italic">
          {t('Stopped. The answer so far is kept.')}
        </Text>
      )}
      {answer.cut_off && (
        <Text textStyle="small" color="ink.2" mt="3" fontStyle="italic">
          {t('The answer reached its length limit.')}
        </Text>
      )}
      {answer.status !== 'streaming' && !answer.withheld && (
        <Colophon message={answer} feedback={own} action={action} />
      )}
    </>
  )
}

interface ColophonProps {
  message: Message
  feedback: AnswerFeedbackRef | null
  action: ReactNode
}

/** The actions on an answer, its ratings, and how it was made. */
const Colophon = ({ message, feedback, action }: ColophonProps) =>
  feedback ? (
    <Rateable message={message} feedback={feedback} action={action} />
  ) : (
    <>
      <Line message={message}>{action}</Line>
      {message.feedback && <Rated {...message.feedback} />}
    </>
  )

function Rateable({ message, feedback, action }: ColophonProps & { feedback: AnswerFeedbackRef }) {
  useStarted(feedback)
  return (
    <Box ref={keepFocus} tabIndex={-1} outline="none">
      <Line message={message}>
        {action}
        <Thumbs actor={feedback} />
      </Line>
      <Explanation actor={feedback} />
    </Box>
  )
}

/** Why a model gave no answer, as the end of a sentence. */
const FAILURES: Readonly<Record<string, string>> = {
  model_unreachable: t('could not be reached'),
  model_unauthorized: t('rejected the key'),
  model_busy: t('too busy'),
  model_out_of_credit: t('limit reached, or no credit left'),
  model_refused: t('rejected the request'),
  model_failed: t('failed'),
  model_stalled: t('did not respond'),
  model_interrupted: t('was interrupted'),
  model_passed_over: t('skipped after earlier failures'),
}

/** Two providers may offer the same model. */
const attemptName = ({ model, provider }: Message['attempts'][number]) =>
  provider === null ? model : `${model} (${provider})`

/** The model; if others failed before it, those too, with their providers. */
const writtenBy = ({ mode, model, attempts }: Message) => {
  if (mode === 'quoted') return t('quoted, without a model')
  if (attempts.length < 2) return model
  return attempts
    .map((attempt) =>
      attempt.failed === null
        ? attemptName(attempt)
        : `${attemptName(attempt)}: ${FAILURES[attempt.failed] ?? FAILURES.model_failed}`,
    )
    .join(' → ')
}

/** The team sees how an answer was made; visitors do not. */
const Line = ({ message, children }: { message: Message; children: ReactNode }) => (
  <Flex mt="4" gap="1" align="center" wrap="wrap" color="ink.3" ms="-3">
    <CopyButton text={withoutMarkers(message.content)} variant="ghost">
      {(copied) => (
        <>
          {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
          {copied ? t('Copied') : t('Copy')}
        </>
      )}
    </CopyButton>
    {children}
    {message.latency_ms && (
      <Text textStyle="small" ms="auto" ps="3">
        {[
          message.latency_ms.total !== null && formatSeconds(message.latency_ms.total),
          // A failure received live does not include the number of passages.
          (message.status !== 'failed' || message.passages_searched > 0) &&
            t('{passages_searched, plural, =0 {No passages} one {# passage} other {# passages}} searched', {
              passages_searched: message.passages_searched,
            }),
          message.readiness &&
            t('{ready, number} of {total, plural, one {# document} other {# documents}} ready', {
              ready: message.readiness.ready,
              total: message.readiness.total,
            }),
          writtenBy(message),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    )}
  </Flex>
)
