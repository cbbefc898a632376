import type { AnyActorLogic } from 'xstate'

/** The logic of an actor that starts once its code has been loaded. */
export const lazyLogic = <Logic extends AnyActorLogic>(logic: () => Logic) => {
  const names = [
    'transition',
    'getInitialSnapshot',
    'getPersistedSnapshot',
    'restoreSnapshot',
    'start',
  ] as const
  const forwarded = names.map((name) => [
    name,
    (...args: unknown[]) => (logic()[name] as (...given: unknown[]) => unknown)(...args),
  ])
  return Object.fromEntries(forwarded) as unknown as Logic
}
