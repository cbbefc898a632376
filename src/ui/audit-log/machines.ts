import type { AuditDownload } from '../../machines/download/download.machine.ts'
import { createProvided } from '../provided.ts'

interface Machines {
  readonly download: AuditDownload
}

export const [AuditMachines, useAuditMachines] = createProvided<Machines>('AuditMachines')
