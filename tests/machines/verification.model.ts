import type { verificationMachine } from '../../src/machines/accounts/verification.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'

const read = (email: string, isVerified: boolean) => ({ type: 'account.read', email, isVerified })

export const verificationModel: Model<typeof verificationMachine> = {
  events: () => [
    read('ada@example.com', false),
    read('ada@example.com', true),
    read('ben@example.com', false),
    { type: 'account.left' },
    { type: 'link.requested' },
  ],
  answers: () => ({ sendLink: [{}, ...failuresOf('POST /api/v1/users/me/verification')] }),
  unhandled: [
    never(
      ['link.requested'],
      ['unknown', 'signedOut', 'verified'],
      'A link is offered to a person whose address is not confirmed.',
    ),
    harmless(['link.requested'], ['unverified.sending'], 'A link is being sent.'),
  ],
  key: ({ context }) => context,
  sentBy: { 'account.read': 'watchAccount', 'account.left': 'watchAccount' },
}
