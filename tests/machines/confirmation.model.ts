import type { confirmationMachine } from '../../src/machines/confirmation/confirmation.machine.ts'
import type { Model } from '../harness/model/model.ts'

export const SUBJECT = { id: 'd1', name: 'Returns policy.pdf' }

export const confirmationModel: Model<typeof confirmationMachine> = {
  events: () => [
    { type: 'confirmation.asked', subject: SUBJECT },
    { type: 'confirmation.given' },
    { type: 'confirmation.refused' },
  ],
  answers: () => ({ carryOut: [undefined, new Error('offline')] }),
  key: ({ context }) => context,
}
