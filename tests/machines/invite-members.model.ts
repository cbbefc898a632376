import type { inviteMembersMachine } from '../../src/machines/organizations/invite-members.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { formKey, formUnhandled, refused, shownUnhandled, unanswered } from './form.model.ts'

export const RESULTS = [{ email: 'ben@example.com', outcome: 'member', invitation: null }]

export const inviteMembersModel: Model<typeof inviteMembersMachine> = {
  events: () => [
    { type: 'form.opened', organizationId: 'a' },
    { type: 'field.changed', name: 'addresses', value: 'ben@example.com' },
    { type: 'field.changed', name: 'addresses', value: 'ben' },
    { type: 'form.submitted' },
    { type: 'form.closed' },
  ],
  answers: () => ({ submit: [RESULTS, refused, unanswered] }),
  unhandled: [...formUnhandled, ...shownUnhandled],
  key: formKey,
}
