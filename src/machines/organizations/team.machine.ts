import { EMAIL_PATTERN } from '../../services/contract/common.ts'
import {
  INVITATIONS_AT_ONCE_MAX,
  type InvitationResult,
  type InvitedRole,
} from '../../services/contract/invitations.ts'
import { type Role, roleName } from '../../services/contract/roles.ts'
import { t } from '../../texts/t.ts'
import { createConfirmationMachine } from '../shared/confirmation.machine.ts'
import { createFormMachine, type FormRef } from '../shared/form/form.machine.ts'
import type { FieldErrors } from '../shared/form/form.parts.ts'

export const removeMemberMachine = createConfirmationMachine({
  id: 'removeMember',
  description: 'Somebody else leaves the organization.',
  says: ({ subject: { name } }) => t('{name} was removed.', { name }),
})

export const transferOwnershipMachine = createConfirmationMachine({
  id: 'transferOwnership',
  description: 'Another member becomes the owner of the organization.',
  // The person's role and rights have changed.
  notifies: () => [['organizations', { type: 'organizations.changed' }]],
  says: ({ subject: { name } }) => t('{name} now owns the organization.', { name }),
})

export const leaveOrganizationMachine = createConfirmationMachine({
  id: 'leaveOrganization',
  description: 'The person leaves the organization, and its pages.',
  notifies: ({ subject: { organizationId = '' } }) => [
    ['organizations', { type: 'organization.left', id: organizationId }],
  ],
  leadsTo: () => '/',
  says: ({ subject: { name } }) => t('You left {name}.', { name }),
})

export const resendInvitationMachine = createConfirmationMachine({
  id: 'resendInvitation',
  description: 'An invitation is mailed once more.',
  says: ({ subject: { name } }) => t('Invitation resent to {name}.', { name }),
})

interface RoleChange {
  readonly user_id: string
  readonly name: string
  readonly from: Role | ''
  readonly role: Role | ''
}

export const changeRoleMachine = createFormMachine<RoleChange, { name: string; role: Role }>({
  id: 'changeRole',
  description: 'The dialog that gives a member another role.',
  initial: 'closed',
  empty: { user_id: '', name: '', from: '', role: '' },
  validate: ({ from, role }): Readonly<Record<string, string>> =>
    role === from ? { role: t('This is the current role. Choose another one.') } : {},
  fallback: t('The role could not be changed. Please try again.'),
  says: ({ name, role }) => t('{name} is now {roleName}.', { name, roleName: roleName[role] }),
})

interface InviteValues {
  /** As typed or pasted: separated by commas, semicolons, spaces or lines. */
  readonly addresses: string
  readonly role: InvitedRole
}

/** The addresses in a text, including `Ada <ada@example.com>`, without duplicates. */
export const addressesIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,;\n]+/)
      .flatMap((part) => /<([^<>]+)>/.exec(part)?.[1] ?? part.split(/\s+/))
      .map((address) => address.trim().toLowerCase())
      .filter((address) => address !== ''),
  ),
]

const problemsOf = ({ addresses }: InviteValues): FieldErrors => {
  const all = addressesIn(addresses)
  const wrong = all.find((address) => !EMAIL_PATTERN.test(address))
  if (all.length === 0) return { addresses: t('Enter at least one email address.') }
  if (all.length > INVITATIONS_AT_ONCE_MAX)
    return {
      addresses: t('You entered {count}. You can invite up to {invitationsAtOnceMax} at once.', {
        count: all.length,
        invitationsAtOnceMax: INVITATIONS_AT_ONCE_MAX,
      }),
    }
  return wrong === undefined ? {} : { addresses: t('“{wrong}” is not an email address.', { wrong }) }
}

/** The dialog that invites several people at once and shows the result for each. */
export const inviteMembersMachine = createFormMachine<InviteValues, readonly InvitationResult[]>({
  id: 'inviteMembers',
  description: 'Invites several people at once, and shows the result for each.',
  initial: 'closed',
  acceptedAs: 'shown',
  empty: { addresses: '', role: 'editor' },
  validate: problemsOf,
  fallback: t('The invitations could not be sent. Please try again.'),
})

export type InviteMembersRef = FormRef<InviteValues, readonly InvitationResult[]>
