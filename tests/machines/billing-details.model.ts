import type { billingDetailsMachine } from '../../src/machines/billing/billing-details.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { refused, unanswered } from './form.model.ts'
import { failuresOf } from './refusals.ts'
import { billingDetails } from './samples.ts'

const missing = Object.assign(new Error('missing'), { status: 404 })

export const billingDetailsModel: Model<typeof billingDetailsMachine> = {
  input: { organizationId: 'o1' },
  events: () => [
    { type: 'field.changed', name: 'name', value: ' ' },
    { type: 'field.changed', name: 'name', value: 'Ada Holm' },
    { type: 'form.submitted' },
    { type: 'form.closed' },
  ],
  answers: () => ({
    loadDetails: [billingDetails, missing, unanswered],
    loadCountries: [['NO', 'US'], ...failuresOf('GET /api/v1/users/billing-details/supported-countries')],
    saveDetails: [billingDetails, refused, unanswered],
  }),
  unhandled: [
    never(
      ['field.changed', 'form.submitted'],
      ['loading'],
      'The fields are on the screen once everything is read.',
    ),
    harmless(['form.submitted'], ['saving'], 'The same submit is under way, and is not to be sent twice.'),
    harmless(['form.closed'], ['saving'], 'S2.42: while submitting, cancel, close and Escape do nothing.'),
  ],
  key: ({ context }) => [context.values, context.fieldErrors, context.error, context.countries],
}
