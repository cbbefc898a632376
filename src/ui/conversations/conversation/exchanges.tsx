import { type ComponentType, memo, type ReactNode, type RefObject, useDeferredValue } from 'react'
import { Virtualizer } from 'virtua'
import type { ReaderRef } from '../../../machines/knowledge/reader.machine.ts'
import type { Message } from '../../../services/contract/conversations.ts'
import { useProvided } from '../../provided.ts'
import type { AnsweredProps } from './answered.tsx'
import { Exchange } from './exchange.tsx'
import type { ExchangeView } from './exchanges-of.ts'
import type { PointedRef } from './pointed.ts'

/** Beyond the window, so that a fast reader sees no gap. */
export const DRAWN_AHEAD = 1_000 // px

/** About the height of a question with its answer: from it follows how many are drawn before any is measured. */
const USUAL = 320 // px

interface ExchangesProps {
  exchanges: readonly ExchangeView[]
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>
  pointer: PointedRef
  reader: ReaderRef
  /** What else can be done with the last answer. */
  lastAction?: ReactNode
  /** What else can be done with each answer; the same component as long as the page is shown. */
  Action?: ComponentType<{ question: string; answer: Message }> | undefined
  /** Whether a visitor was answered, who alone rates the answers. */
  ofVisitor?: boolean
}

/**
 * Of a long conversation only what is near the window is drawn. The last answer always is: it grows while the
 * page follows its end, and the two ways of keeping the place would undo each other.
 */
export function Exchanges({
  exchanges,
  scroller,
  pointer,
  reader,
  lastAction,
  Action,
  ofVisitor = false,
}: ExchangesProps) {
  const answerFeedback = useProvided('answerFeedback')
  const shared = { pointer, reader, feedback: ofVisitor ? null : answerFeedback }
  const last = exchanges.at(-1)
  return (
    <>
      <Past exchanges={exchanges.slice(0, -1)} scroller={scroller} Action={Action} {...shared} />
      {last && (
        <Exchange
          key={last.key}
          exchange={last}
          divided={exchanges.length > 1}
          action={
            <>
              {lastAction}
              {Action && last.answer && <Action question={last.question} answer={last.answer} />}
            </>
          }
          {...shared}
        />
      )}
    </>
  )
}

type PastProps = Pick<ExchangesProps, 'exchanges' | 'scroller' | 'pointer' | 'reader' | 'Action'> &
  Pick<AnsweredProps, 'feedback'>

const areSame = (some: readonly ExchangeView[], others: readonly ExchangeView[]) =>
  some.length === others.length &&
  some.every(({ key, question, answer }, place) => {
    const other = others[place]
    return other?.key === key && other.question === question && other.answer === answer
  })

/** Nothing of it changes while the last answer grows: it is not drawn again for each of its words. */
const Past = memo(
  function Past({ exchanges, scroller, Action, ...shared }: PastProps) {
    // What is in the window is painted first.
    const ahead = useDeferredValue(DRAWN_AHEAD, 0)
    return (
      <Virtualizer scrollRef={scroller} bufferSize={ahead} itemSize={USUAL} data={exchanges}>
        {(exchange, place) => (
          <Exchange
            key={exchange.key}
            exchange={exchange}
            divided={place > 0}
            action={
              Action && exchange.answer && <Action question={exchange.question} answer={exchange.answer} />
            }
            {...shared}
          />
        )}
      </Virtualizer>
    )
  },
  (before, now) =>
    areSame(before.exchanges, now.exchanges) &&
    before.scroller === now.scroller &&
    before.pointer === now.pointer &&
    before.reader === now.reader &&
    before.Action === now.Action &&
    before.feedback === now.feedback,
)
