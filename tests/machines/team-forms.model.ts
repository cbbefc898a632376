import {
  type memberAccessMachine,
  writeGroupMachine,
} from '../../src/machines/organizations/groups.machine.ts'
import type { inviteMembersMachine } from '../../src/machines/organizations/team.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import {
  formKey,
  formUnhandled,
  modelOfForm,
  refused,
  shownUnhandled,
  unanswered,
  viewLeft,
} from './form.model.ts'

const values = { group_id: '', managed_by: 'sign_in', member_ids: [] }

export const writeGroupModel = modelOfForm({
  machine: writeGroupMachine,
  valid: { ...values, name: 'Finance', claim_value: 'finance' },
  invalid: { ...values, name: 'Finance', claim_value: ' ' },
  field: 'claim_value',
  output: {},
})

export const memberAccessModel: Model<typeof memberAccessMachine> = {
  events: () => [
    { type: 'member.chosen', member: { userId: 'u1', name: 'Ben Ito' } },
    { type: 'dialog.closed' },
  ],
  unhandled: [
    never(['member.chosen'], ['shown'], 'The dialog lies over the list of members.'),
    harmless(['dialog.closed'], ['closed'], 'It fades out already.'),
  ],
  key: ({ context }) => [context.member],
}

export const RESULTS = [{ email: 'ben@example.com', outcome: 'member', invitation: null }]

export const inviteMembersModel: Model<typeof inviteMembersMachine> = {
  events: (snapshot) => [
    { type: 'form.opened', organizationId: 'a' },
    { type: 'field.changed', name: 'addresses', value: 'ben@example.com' },
    { type: 'field.changed', name: 'addresses', value: 'ben' },
    { type: 'form.submitted' },
    { type: 'form.closed' },
    ...viewLeft(snapshot),
  ],
  answers: () => ({ submit: [RESULTS, refused, unanswered] }),
  unhandled: [...formUnhandled, ...shownUnhandled],
  key: formKey,
}
