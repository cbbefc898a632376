import { type ActorRefFrom, type AnyActorRef, type AnyMachineSnapshot, fromTransition } from 'xstate'

/** Tells a committed actor that the view that started it is gone. */
export interface ViewGone {
  readonly type: 'view.left'
}

/** The view that started the actor is gone. */
interface ViewLeft extends ViewGone {
  readonly actor: AnyActorRef
}

const isCommitted = (actor: AnyActorRef) =>
  (actor.getSnapshot() as Partial<AnyMachineSnapshot>).hasTag?.('committed') === true

/**
 * The parent of the actors that views start: it makes them part of the actor system, and stops each when its view is
 * gone. What was sent to the server (`committed`) is followed to its end first: news of a deletion may remove the view
 * before the response comes. Such an actor hears that its view is gone, so that it can report a failure elsewhere. An
 * actor that fails raises an error in its view; the others continue.
 */
export const viewsLogic = fromTransition((context, event: ViewLeft, { stopChild }) => {
  if (event.type !== 'view.left') return context
  const { actor } = event
  if (!isCommitted(actor)) stopChild(actor)
  else {
    const sent = actor.subscribe(() => {
      if (isCommitted(actor)) return
      sent.unsubscribe()
      stopChild(actor)
    })
    actor.send({ type: 'view.left' } satisfies ViewGone)
  }
  return context
}, null)

export type ViewsRef = ActorRefFrom<typeof viewsLogic>
