import type { billingDialogMachine } from '../../machines/billing-dialog/billing-dialog.machine.ts'
import { createProvided } from '../provided.ts'

interface Machines {
  readonly billingDialog: typeof billingDialogMachine
}

export const [BillingMachines, useBillingMachines] = createProvided<Machines>('BillingMachines')
