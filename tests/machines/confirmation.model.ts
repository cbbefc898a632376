import type { confirmationMachine } from '../../src/machines/shell/confirmation.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'

export const SUBJECT = { id: 'd1', name: 'Returns policy.pdf' }

export const confirmationModel: Model<typeof confirmationMachine> = {
  events: () => [
    { type: 'confirmation.asked', subject: SUBJECT },
    { type: 'confirmation.given' },
    { type: 'confirmation.refused' },
  ],
  answers: () => ({ carryOut: [undefined, new Error('offline')] }),
  unhandled: [
    never(
      ['confirmation.asked'],
      ['carryingOut'],
      'The dialog lies over what asks for a confirmation, and cannot be closed.',
    ),
    harmless(
      ['confirmation.given', 'confirmation.refused'],
      ['closed'],
      'A dialog that fades out is about something that is done, or was refused.',
    ),
    harmless(['confirmation.given'], ['carryingOut'], 'It is being done, and is not to be done twice.'),
    harmless(
      ['confirmation.refused'],
      ['carryingOut'],
      'S2.42: while submitting, cancel, close and Escape do nothing.',
    ),
  ],
  key: ({ context }) => context,
}
