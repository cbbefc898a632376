import type { renewalMachine } from '../../src/machines/billing/renewal.machine.ts'
import type { Renewal } from '../../src/services/contract/billing.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'
import { renewal, subscription } from './samples.ts'

const read = (state: Renewal['state'] | null) => ({
  type: 'subscription.read',
  renewal: state && renewal({ state }),
})

const ANSWERS = failuresOf('PATCH /api/v1/subscription/renewal')

export const renewalModel: Model<typeof renewalMachine> = {
  input: { organizationId: 'o1' },
  events: () => [
    labelled('The plan is read: it renews', read('renewing')),
    labelled('The plan is read: the card was declined', read('past_due')),
    labelled('The plan is read: its renewal is stopped', read('canceled')),
    labelled('The plan is read: no card is charged', read(null)),
    labelled('They want to stop the renewal', { type: 'stop.requested' }),
    labelled('They confirm that it stops', { type: 'stop.confirmed' }),
    labelled('They keep the renewal after all', { type: 'stop.refused' }),
    labelled('They want it to renew again', { type: 'resume.requested' }),
    labelled('They want another card to be charged', { type: 'card.requested' }),
  ],
  answers: (snapshot) => ({
    setRenewal: [
      snapshot.matches('stopping')
        ? labelled('The renewal is stopped', subscription({ renewal: renewal({ state: 'canceled' }) }))
        : labelled('The renewal goes on', subscription({ renewal: renewal() })),
      ...ANSWERS,
    ],
    goToCard: [undefined, labelled('The address is not safe to open', new Error('unsafe'))],
    awaitReturn: [undefined],
    openCard: [{ url: 'https://pay.example/card' }, ...failuresOf('POST /api/v1/subscription/card')],
  }),
  unhandled: [
    never(
      ['stop.requested', 'card.requested'],
      ['known.none', 'known.canceled', 'asking', 'stopping'],
      'The buttons are shown where a card is charged and no dialog lies over them.',
    ),
    harmless(
      ['stop.requested', 'card.requested', 'resume.requested'],
      ['resuming', 'openingCard', 'goingToCard', 'atCard'],
      'One request is under way; the buttons are disabled.',
    ),
    never(
      ['resume.requested'],
      ['known.none', 'known.renewing', 'known.pastDue', 'asking', 'stopping'],
      'Resuming is offered where the renewal is stopped.',
    ),
    never(
      ['stop.confirmed', 'stop.refused'],
      ['known', 'resuming', 'openingCard', 'goingToCard', 'atCard'],
      'The question is not on the screen.',
    ),
    harmless(
      ['stop.confirmed', 'stop.refused'],
      ['stopping'],
      'The dialog is locked while the server is asked.',
    ),
  ],
  key: ({ context }) => context,
  sentBy: { 'subscription.read': 'watchSubscription' },
}
