import { HOUR, MINUTE, SECOND } from '../durations.ts'

/** The pause after each attempt to deliver something; after the last, about two days later, it is given up. */
export const DELIVERY_PAUSES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
]
