import type { billingDialogMachine } from '../../machines/billing-dialog/billing-dialog.machine.ts'
import type { invoiceDownloadMachine } from '../../machines/download/download.machine.ts'
import { createProvided } from '../provided.ts'

interface Machines {
  readonly billingDialog: typeof billingDialogMachine
  readonly invoiceDownload: typeof invoiceDownloadMachine
}

export const [BillingMachines, useBillingMachines] = createProvided<Machines>('BillingMachines')
