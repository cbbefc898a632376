import { t } from '../../texts/t.ts'
import { createConfirmationMachine } from '../shared/confirmation.machine.ts'

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
