import { createContext, use, useEffect, useRef, useState } from 'react'
import {
  type Actor,
  type ActorOptions,
  type AnyActorLogic,
  type AnyActorRef,
  createActor,
  type IsNotNever,
  type RequiredActorOptionsKeys,
} from 'xstate'
import type { ViewsRef } from '../machines/views.ts'

export const ViewsContext = createContext<ViewsRef | null>(null)

export type Options<Logic extends AnyActorLogic> =
  IsNotNever<RequiredActorOptionsKeys<Logic>> extends true
    ? [options: Pick<ActorOptions<Logic>, 'input'> & { [K in RequiredActorOptionsKeys<Logic>]: unknown }]
    : [options?: Pick<ActorOptions<Logic>, 'input'>]

/**
 * Begins actors that live as long as the calling view, in the app's system, and leaves their start to the view that
 * shows each. They continue if the calling view is back within the same task, as when React mounts twice.
 */
export function useViewActors<Logic extends AnyActorLogic>(logic: Logic) {
  const views = use(ViewsContext)
  if (views === null) throw new Error('an actor of a view has no system to live in')
  const [begun] = useState<Actor<Logic>[]>(() => [])
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      queueMicrotask(() => {
        if (!isMounted.current) for (const actor of begun) views.send({ type: 'view.left', actor })
      })
    }
  }, [begun, views])
  return (...[options]: Options<Logic>): Actor<Logic> => {
    const actor = createActor(logic, { ...options, parent: views } as unknown as ActorOptions<Logic>)
    begun.push(actor)
    return actor
  }
}

/** Starts an actor that the calling view shows. A failed actor is an error of its view (S4.22). */
export function useStarted(actor: AnyActorRef) {
  // Without an observer, xstate reports it to the window, and the view would stay as it was.
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  useEffect(() => {
    const failures = actor.subscribe({ error: (error) => setFailure({ error }) })
    actor.start()
    return () => failures.unsubscribe()
  }, [actor])
  if (failure) throw failure.error
}

/**
 * An actor that lives as long as the calling view, in the app's system. `useActorRef` of @xstate/react starts its
 * own system, and stops and restarts it when React mounts twice (statelyai/xstate#5074).
 */
export function useViewActor<Logic extends AnyActorLogic>(
  logic: Logic,
  ...options: Options<Logic>
): Actor<Logic> {
  const begin = useViewActors(logic)
  const [actor] = useState(() => begin(...options))
  useStarted(actor)
  return actor
}
