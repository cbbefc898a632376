import { type ComponentType, memo, type ReactNode, type RefObject, useDeferredValue } from 'react'
import { Virtualizer } from 'virtua'
import type { ReaderRef } from '../../../machines/knowledge/reader.machine.ts'
import type { Message } from '../../../services/contract/conversations.ts'
import { t } from '../../../texts/t.ts'
import { useProvided } from '../../provided.ts'
import type { AnsweredProps } from './answered.tsx'
import { Entry } from './entry.tsx'
import { Exchange } from './exchange.tsx'
import { useFeedbacks } from './feedbacks.ts'
import type { PointedRef } from './pointed.ts'
import type { Part } from './thread-of.ts'

/** Beyond the window, so that a fast reader sees no gap. */
export const DRAWN_AHEAD = 1_000 // px

/** Approximate height of a question with its answer: determines how many are drawn before any is measured. */
const USUAL = 320 // px

interface ExchangesProps {
  thread: readonly Part[]
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>
  pointer: PointedRef
  reader: ReaderRef
  /** Additional actions on the last answer. */
  lastAction?: ReactNode
  /** Additional actions on each answer; the component must not change while the page is shown. */
  Action?: ComponentType<{ question: string; answer: Message }> | undefined
  /** The person's requester, if not the reader. */
  asker?: string | undefined
  /** Whether a visitor was answered: only they can rate the answers. */
  ofVisitor?: boolean
}

/**
 * In a long conversation, only rows near the window are drawn. The last answer always is, with what people wrote
 * after it: it grows while the page follows its end, and both would correct the scroll position.
 */
export function Exchanges({
  thread,
  scroller,
  pointer,
  reader,
  lastAction,
  Action,
  asker,
  ofVisitor = false,
}: ExchangesProps) {
  const feedback = useFeedbacks(useProvided('answerFeedback'))
  const shared = { pointer, reader, feedback: ofVisitor ? null : feedback }
  const place = thread.findLastIndex((part) => 'exchange' in part)
  const last = thread[place]
  return (
    <>
      <Past
        thread={thread.slice(0, Math.max(place, 0))}
        scroller={scroller}
        Action={Action}
        asker={asker}
        {...shared}
      />
      {last && 'exchange' in last && (
        <Exchange
          key={last.key}
          exchange={last.exchange}
          divided={place > 0}
          action={
            <>
              {lastAction}
              {Action && last.exchange.answer && (
                <Action question={last.exchange.question} answer={last.exchange.answer} />
              )}
            </>
          }
          {...shared}
        />
      )}
      {thread
        .slice(place + 1)
        .map((part) => 'entry' in part && <Said key={part.key} part={part} asker={asker} />)}
    </>
  )
}

type SaidProps = Pick<ExchangesProps, 'asker'> & { part: Extract<Part, { entry: unknown }> }

const Said = ({ part: { entry }, asker }: SaidProps) => (
  <Entry entry={entry} visitor={asker ?? t('You')} team={t('A former member')} />
)

type PastProps = Pick<ExchangesProps, 'thread' | 'scroller' | 'pointer' | 'reader' | 'Action' | 'asker'> &
  Pick<AnsweredProps, 'feedback'>

const areSame = (some: readonly Part[], others: readonly Part[]) =>
  some.length === others.length &&
  some.every((one, place) => {
    const other = others[place]
    if (other?.key !== one.key) return false
    if (!('exchange' in one && 'exchange' in other)) return true
    return one.exchange.question === other.exchange.question && one.exchange.answer === other.exchange.answer
  })

/** Unchanged while the last answer grows, so it is not redrawn for each of its words. */
const Past = memo(
  function Past({ thread, scroller, Action, asker, ...shared }: PastProps) {
    // The visible rows are painted first.
    const ahead = useDeferredValue(DRAWN_AHEAD, 0)
    return (
      <Virtualizer scrollRef={scroller} bufferSize={ahead} itemSize={USUAL} data={thread}>
        {(part, place) =>
          'entry' in part ? (
            <Said key={part.key} part={part} asker={asker} />
          ) : (
            <Exchange
              key={part.key}
              exchange={part.exchange}
              divided={place > 0}
              action={
                Action &&
                part.exchange.answer && (
                  <Action question={part.exchange.question} answer={part.exchange.answer} />
                )
              }
              {...shared}
            />
          )
        }
      </Virtualizer>
    )
  },
  (before, now) =>
    areSame(before.thread, now.thread) &&
    before.scroller === now.scroller &&
    before.pointer === now.pointer &&
    before.reader === now.reader &&
    before.Action === now.Action &&
    before.asker === now.asker &&
    before.feedback === now.feedback,
)
