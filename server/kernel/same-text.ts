import { timingSafeEqual } from 'node:crypto'

/** Whether a secret text is the right one; how long that takes tells nothing of it but its length. */
export function isSameText(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
