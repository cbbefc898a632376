import type { billingDetailsMachine } from '../../src/machines/billing-details/billing-details.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { refused, unanswered } from './form.model.ts'
import { billingDetails } from './samples.ts'

const missing = Object.assign(new Error('missing'), { status: 404 })

export const billingDetailsModel: Model<typeof billingDetailsMachine> = {
  events: () => [
    { type: 'field.changed', name: 'name', value: ' ' },
    { type: 'field.changed', name: 'name', value: 'Ada Holm' },
    { type: 'form.submitted' },
    { type: 'form.closed' },
  ],
  answers: () => ({
    loadDetails: [billingDetails, missing, unanswered],
    loadCountries: [['NO', 'US'], unanswered],
    saveDetails: [billingDetails, refused, unanswered],
  }),
  key: ({ context }) => [context.values, context.fieldErrors, context.error, context.countries],
}
