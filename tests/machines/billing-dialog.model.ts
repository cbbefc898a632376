import type { billingDialogMachine } from '../../src/machines/billing/billing-dialog.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless } from '../harness/model/unhandled.ts'

export const billingDialogModel: Model<typeof billingDialogMachine> = {
  input: { organizationId: 'o1' },
  events: () => [{ type: 'dialog.opened' }],
  answers: () => ({ billingDetails: [{ saved: true }, { saved: false }] }),
  unhandled: [harmless(['dialog.opened'], ['open'], 'It is open already.')],
  key: () => null,
}
