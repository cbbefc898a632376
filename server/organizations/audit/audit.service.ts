import type { AuditEntry, AuditExport, AuditQuery } from '../../../src/services/contract/audit.ts'
import type { BillingStatuses } from '../../billing/billing-status.ts'
import { AUDIT_DAYS_MIN } from '../../billing/plans.ts'
import { DAY } from '../../kernel/durations.ts'
import { presentDevice } from '../../kernel/http/device.ts'
import type { AuditRepository, AuditRow } from './audit.repository.ts'

const presentAuditEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName, email: row.actorEmail },
  api_key: row.apiKeyId === null ? null : { id: row.apiKeyId, name: row.apiKeyName ?? '' },
  target:
    row.targetId === null && row.targetName === null
      ? null
      : { id: row.targetId, name: row.targetName ?? '' },
  details: row.details,
  address: row.address,
  ...(row.userAgent === '' ? { device: '' } : presentDevice(row.userAgent)),
})

const EXPORTED_AT_ONCE = 500

const daysAgo = (days: number) => new Date(Date.now() - days * DAY)

export type Audit = ReturnType<typeof createAudit>

/** Reads an organization's audit log, and deletes entries older than its plans keep. */
export const createAudit = (audit: AuditRepository, billingStatuses: BillingStatuses) => ({
  async page(organizationId: string, { before, limit, ...filter }: AuditQuery) {
    const rows = await audit.page(organizationId, filter, limit + 1, before)
    const [total, days] = await Promise.all([
      audit.count(organizationId, filter),
      billingStatuses.auditDaysOf(organizationId),
    ])
    return {
      items: rows.slice(0, limit).map(presentAuditEntry),
      has_more: rows.length > limit,
      total,
      kept_days: await audit.keptDays(organizationId, days),
    }
  },

  /** All entries that match a filter, page by page. */
  async *all(organizationId: string, filter: AuditExport) {
    for (let before: string | undefined; ; ) {
      const rows = await audit.page(organizationId, filter, EXPORTED_AT_ONCE, before)
      yield rows.map(presentAuditEntry)
      if (rows.length < EXPORTED_AT_ONCE) return
      before = rows.at(-1)?.id
    }
  },

  /** Entries of deleted organizations are kept for the shortest time. */
  async sweep() {
    for (const organizationId of await audit.withEntriesBefore(daysAgo(AUDIT_DAYS_MIN))) {
      const days = await billingStatuses.auditDaysOf(organizationId)
      await audit.deleteBefore(organizationId, daysAgo(days))
    }
  },
})
