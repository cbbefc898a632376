import type { Unhandled } from './model.ts'

/** Nobody can send these events in these states. */
export const never = (events: readonly string[], states: readonly string[], why: string): Unhandled => ({
  events,
  in: states,
  never: why,
})

/** These events can come in these states, and nothing is lost when they do. */
export const harmless = (events: readonly string[], states: readonly string[], why: string): Unhandled => ({
  events,
  in: states,
  harmless: why,
})
