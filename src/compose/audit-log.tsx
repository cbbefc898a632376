import { provideAuditDownload } from '../services/organizations/audit.provide.ts'
import { createAuditApi } from '../services/organizations/audit-api.ts'
import { AuditLogScreen } from '../ui/organizations/audit-log/audit-log-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, timeZone, tab }: Base) =>
  composed(AuditLogScreen, {
    auditDownload: provideAuditDownload(createAuditApi(http, timeZone), tab.document),
  })
