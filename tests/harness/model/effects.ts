import type { AnyStateMachine } from 'xstate'

/** Stands for everything: reading or calling it returns itself; as a list, it has one entry. */
export const anything: unknown = new Proxy(() => {}, {
  get: (_, key) => {
    if (key === Symbol.toPrimitive) return () => ''
    if (key === Symbol.iterator)
      return function* () {
        yield anything
      }
    return key === 'then' ? undefined : anything
  },
  apply: () => anything,
})

/** Effects on the outside: functions that XState itself did not create. */
export const effectsOf = (machine: AnyStateMachine) =>
  Object.entries(machine.implementations.actions).filter(
    ([, action]) => typeof action === 'function' && !('resolve' in action),
  )

/** Whether an effect, or an actor's logic, has only the default that throws. */
export function isNotProvided(implementation: unknown): boolean {
  const run =
    typeof implementation === 'function' ? implementation : (implementation as { config?: unknown }).config
  if (typeof run !== 'function') return false
  try {
    run(anything, anything)
  } catch (error) {
    return / was not provided$/.test((error as Error).message)
  }
  return false
}
