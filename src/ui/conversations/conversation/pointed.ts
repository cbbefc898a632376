import { useSelector } from '@xstate/react'
import { type ActorRefFrom, fromTransition } from 'xstate'
import { useViewActor } from '../../view-actor.ts'

/** The citation that the person points at, in the text or in the margin: its numeral and its passage are lit. */
type Pointed = { readonly messageId: string; readonly n: number } | null

type PointedEvent = { type: 'citation.pointed'; messageId: string; n: number } | { type: 'citation.left' }

const pointedLogic = fromTransition<Pointed, PointedEvent, never, undefined>(
  (_, event) => (event.type === 'citation.left' ? null : { messageId: event.messageId, n: event.n }),
  null,
)

export type PointedRef = ActorRefFrom<typeof pointedLogic>

export const usePointed = (): PointedRef => useViewActor(pointedLogic)

/** The numeral of an answer that is pointed at; other answers are not drawn again for it. */
export const usePointedIn = (pointed: PointedRef, messageId: string | undefined) =>
  useSelector(pointed, ({ context }) => (context && context.messageId === messageId ? context.n : null))
