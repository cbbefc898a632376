import type { AuditEntry } from '../../../src/services/contract/audit.ts'
import { presentDevice } from '../../kernel/http/device.ts'
import type { AuditRow } from './audit.repository.ts'

export const presentAuditEntry = (row: AuditRow): AuditEntry => ({
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
