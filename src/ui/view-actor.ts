import { createContext, use, useEffect, useRef, useState } from 'react'
import {
  type Actor,
  type ActorOptions,
  type AnyActorLogic,
  createActor,
  type IsNotNever,
  type RequiredActorOptionsKeys,
} from 'xstate'
import type { ViewsRef } from '../machines/views.ts'

export const ViewsContext = createContext<ViewsRef | null>(null)

type Options<Logic extends AnyActorLogic> =
  IsNotNever<RequiredActorOptionsKeys<Logic>> extends true
    ? [options: Pick<ActorOptions<Logic>, 'input'> & { [K in RequiredActorOptionsKeys<Logic>]: unknown }]
    : [options?: Pick<ActorOptions<Logic>, 'input'>]

/**
 * An actor that lives as long as the calling view, in the app's system. `useActorRef` of @xstate/react starts its
 * own system, and stops and restarts it when React mounts twice (statelyai/xstate#5074); here the actor continues
 * if its view is back within the same task. A failed actor is an error of its view (S4.22).
 */
export function useViewActor<Logic extends AnyActorLogic>(
  logic: Logic,
  ...[options]: Options<Logic>
): Actor<Logic> {
  const views = use(ViewsContext)
  if (views === null) throw new Error('an actor of a view has no system to live in')
  const [actor] = useState(() =>
    createActor(logic, { ...options, parent: views } as unknown as ActorOptions<Logic>),
  )
  const isMounted = useRef(false)
  // Without an observer, xstate reports it to the window, and the view would stay as it was.
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  useEffect(() => {
    isMounted.current = true
    const failures = actor.subscribe({ error: (error) => setFailure({ error }) })
    actor.start()
    return () => {
      isMounted.current = false
      failures.unsubscribe()
      queueMicrotask(() => {
        if (!isMounted.current) views.send({ type: 'view.left', actor })
      })
    }
  }, [actor, views])
  if (failure) throw failure.error
  return actor as Actor<Logic>
}
