import { timingSafeEqual } from 'node:crypto'

/** Compares a secret text; the time it takes reveals only its length. */
export function isSameText(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
