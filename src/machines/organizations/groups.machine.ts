import { type ActorRefFrom, assign, setup } from 'xstate'
import type { Group, GroupManager } from '../../services/contract/groups.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine, type FormRef } from '../shared/form/form.machine.ts'
import type { FieldErrors } from '../shared/form/form.parts.ts'

export interface GroupValues {
  /** '' for a new one. */
  readonly group_id: string
  readonly name: string
  readonly managed_by: GroupManager
  readonly claim_value: string
  /** Its name in connected services; '' if it matches none of their groups. */
  readonly service_address: string
  readonly member_ids: readonly string[]
}

/** The values of the form that changes a group. */
export function groupValuesOf(group: Group): GroupValues {
  const { id, name, managed_by, claim_value, service_address, member_ids } = group
  return {
    group_id: id,
    name,
    managed_by,
    claim_value: claim_value ?? '',
    service_address: service_address ?? '',
    member_ids,
  }
}

/** The dialog that creates a group, or changes its name and its members. */
export const writeGroupMachine = createFormMachine<GroupValues, Group>({
  id: 'writeGroup',
  description: 'Creates a group, or changes its name and its members.',
  initial: 'closed',
  empty: {
    group_id: '',
    name: '',
    managed_by: 'hand',
    claim_value: '',
    service_address: '',
    member_ids: [],
  },
  validate: ({ group_id, managed_by, name, claim_value }): FieldErrors => ({
    ...(name.trim() === '' && { name: t('Enter a name.') }),
    ...(group_id === '' &&
      managed_by === 'sign_in' &&
      claim_value.trim() === '' && { claim_value: t('Enter the value of the role claim.') }),
  }),
  fallback: t('The group could not be saved. Please try again.'),
})

export type WriteGroupRef = FormRef<GroupValues, Group>

interface Member {
  readonly userId: string
  readonly name: string
}

/** The dialog that shows which knowledge bases a member can read, and why. */
export const memberAccessMachine = setup({
  types: {} as {
    context: { readonly member: Member | null }
    events: { type: 'member.chosen'; member: Member } | { type: 'dialog.closed' }
    tags: 'open'
  },
  actions: {
    rememberMember: assign({ member: (_, { member }: { member: Member }) => member }),
  },
}).createMachine({
  id: 'memberAccess',
  description: 'Shows which knowledge bases a member can read, and why.',
  context: { member: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'The dialog is not shown.',
      on: {
        'member.chosen': {
          target: 'shown',
          actions: { type: 'rememberMember', params: ({ event }) => event },
        },
      },
    },
    shown: {
      description: 'The knowledge bases of the chosen member are listed.',
      tags: 'open',
      on: { 'dialog.closed': 'closed' },
    },
  },
})

export type MemberAccessRef = ActorRefFrom<typeof memberAccessMachine>
