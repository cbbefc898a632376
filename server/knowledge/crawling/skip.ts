import type { IngestionError } from '../../../src/services/contract/documents.ts'
import { failure } from '../../kernel/texts/reasons.ts'
import type { SkippedAddress, SkipReason } from './crawl.types.ts'

/** An address that is skipped, and why. */
export const skip = (
  url: string,
  reason: SkipReason,
  more: Pick<SkippedAddress, 'to' | 'error'> = {},
): SkippedAddress => ({ kind: 'skipped', url, reason, ...more })

/** Why nothing was read, as the first address says; links to other sites come last. Null if nothing was skipped. */
export const nothingRead = (skipped: readonly SkippedAddress[]): IngestionError | null => {
  const first = skipped.find(({ reason }) => reason !== 'other_site') ?? skipped[0]
  if (!first) return null
  if (first.reason === 'other_site') return failure('leads_elsewhere', { to: first.to ?? first.url }).reason
  return first.error ?? failure('no_pages').reason
}
