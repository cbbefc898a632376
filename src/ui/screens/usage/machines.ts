import type { OutcomesDownload } from '../../../machines/download/download.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly download: OutcomesDownload
}

export const [UsageMachines, useUsageMachines] = createProvided<Machines>('UsageMachines')
