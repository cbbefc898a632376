import { type ActorRefFrom, type AnyActorRef, fromTransition } from 'xstate'

/** The view that started the actor is gone. */
interface ViewLeft {
  readonly type: 'view.left'
  readonly actor: AnyActorRef
}

/**
 * The parent of the actors that views start for themselves: so they belong to the system, and it stops each when
 * its view has gone. An actor that fails is the error of its view; the others go on.
 */
export const viewsLogic = fromTransition((context, event: ViewLeft, { stopChild }) => {
  if (event.type === 'view.left') stopChild(event.actor)
  return context
}, null)

export type ViewsRef = ActorRefFrom<typeof viewsLogic>
