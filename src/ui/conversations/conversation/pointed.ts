import { useSelector } from '@xstate/react'
import { type ActorRefFrom, fromTransition } from 'xstate'
import { useViewActor } from '../../view-actor.ts'

/** The hovered citation, in the text or in the margin: its numeral and its passage are highlighted. */
type Pointed = { readonly messageId: string; readonly n: number } | null

type PointedEvent = { type: 'citation.pointed'; messageId: string; n: number } | { type: 'citation.left' }

const pointedLogic = fromTransition<Pointed, PointedEvent, never, undefined>(
  (_, event) => (event.type === 'citation.left' ? null : { messageId: event.messageId, n: event.n }),
  null,
)

export type PointedRef = ActorRefFrom<typeof pointedLogic>

export const usePointed = (): PointedRef => useViewActor(pointedLogic)

/** The highlighted numeral of an answer; other answers are not redrawn for it. */
export const usePointedIn = (pointed: PointedRef, messageId: string | undefined) =>
  useSelector(pointed, ({ context }) => (context && context.messageId === messageId ? context.n : null))
