import type { billingDialogMachine } from '../../machines/billing-dialog/billing-dialog.machine.ts'
import type { InvoiceDownload } from '../../machines/download/download.machine.ts'
import { createProvided } from '../provided.ts'

interface Machines {
  readonly billingDialog: typeof billingDialogMachine
  readonly invoiceDownload: InvoiceDownload
}

export const [BillingMachines, useBillingMachines] = createProvided<Machines>('BillingMachines')
