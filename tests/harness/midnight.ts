import { setTimeout as wait } from 'node:timers/promises'

const DAY = 86_400_000 // ms

/**
 * Waits for the next day, in UTC, if it begins within this time, in ms: questions, limits and charts are counted by the
 * day, and a test that asks on one and counts on the next finds none.
 */
export async function keepClearOfMidnight(within: number) {
  const left = DAY - (Date.now() % DAY)
  if (left <= within) await wait(left)
}
