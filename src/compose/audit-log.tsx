import { provideAuditDownload } from '../services/audit.provide.ts'
import { createAuditApi } from '../services/audit-api.ts'
import { AuditMachines } from '../ui/audit-log/machines.ts'
import { AuditLogScreen } from '../ui/screens/audit-log/audit-log-screen.tsx'
import type { Base } from './base.ts'

export function compose({ http, timeZone, tab }: Base) {
  const download = provideAuditDownload(createAuditApi(http, timeZone), tab.document)
  return () => (
    <AuditMachines value={{ download }}>
      <AuditLogScreen />
    </AuditMachines>
  )
}
