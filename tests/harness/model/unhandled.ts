import type { Unhandled } from './model.ts'

/** Nothing can send these events in these states. */
export const never = (events: readonly string[], states: readonly string[], why: string): Unhandled => ({
  events,
  in: states,
  never: why,
})

/** These events can arrive in these states, and nothing is lost if they do. */
export const harmless = (events: readonly string[], states: readonly string[], why: string): Unhandled => ({
  events,
  in: states,
  harmless: why,
})
