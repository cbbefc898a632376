import type { LimitKey } from '../../src/services/contract/billing.ts'

const MB = 1_000_000

/** A limit as text: a number, or bytes such as `5 GB`. */
export const roomOf = (key: LimitKey, max: number) =>
  key !== 'storage_bytes' ? max : max >= 1000 * MB ? `${max / 1000 / MB} GB` : `${Math.round(max / MB)} MB`
