import type { SkippedAddress, SkipReason } from './crawl.types.ts'

/** An address that is skipped, and why. */
export const skip = (
  url: string,
  reason: SkipReason,
  more: Pick<SkippedAddress, 'to' | 'error'> = {},
): SkippedAddress => ({ kind: 'skipped', url, reason, ...more })
