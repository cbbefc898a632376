import type { IngestionError } from '../../../src/services/contract/documents.ts'
import { failure } from '../../kernel/texts/reasons.ts'
import type { SkippedAddress, SkipReason } from './crawl.types.ts'

/** An address that is skipped, and why. */
export const skip = (
  url: string,
  reason: SkipReason,
  more: Pick<SkippedAddress, 'to' | 'error'> = {},
): SkippedAddress => ({ kind: 'skipped', url, reason, ...more })

/** They lead to another address, which says more. */
const LEADING: ReadonlySet<SkipReason> = new Set(['redirected', 'duplicate', 'other_site'])

/** Why nothing was read, as the first address says that leads to no other. Null if nothing was skipped. */
export const nothingRead = (skipped: readonly SkippedAddress[]): IngestionError | null => {
  const first =
    skipped.find(({ reason }) => !LEADING.has(reason)) ??
    skipped.find(({ reason }) => reason === 'other_site')
  if (first?.reason === 'other_site') return failure('leads_elsewhere', { to: first.to ?? first.url }).reason
  return first?.error ?? (skipped.length > 0 ? failure('no_pages').reason : null)
}
