import { type ActorRefFrom, type AnyActorRef, fromTransition } from 'xstate'

/** The view that started the actor is gone. */
interface ViewLeft {
  readonly type: 'view.left'
  readonly actor: AnyActorRef
}

/**
 * The parent of the actors that views start: it makes them part of the actor system, and stops each when its view is
 * gone. An actor that fails raises an error in its view; the others continue.
 */
export const viewsLogic = fromTransition((context, event: ViewLeft, { stopChild }) => {
  if (event.type === 'view.left') stopChild(event.actor)
  return context
}, null)

export type ViewsRef = ActorRefFrom<typeof viewsLogic>
