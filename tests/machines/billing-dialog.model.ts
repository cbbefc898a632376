import type { billingDialogMachine } from '../../src/machines/billing-dialog/billing-dialog.machine.ts'
import type { Model } from '../harness/model/model.ts'

export const billingDialogModel: Model<typeof billingDialogMachine> = {
  events: () => [{ type: 'dialog.opened' }],
  answers: () => ({ billingDetails: [{ saved: true }, { saved: false }] }),
  key: () => null,
}
