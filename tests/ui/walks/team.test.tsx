import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { createApiKeyMachine } from '../../../src/machines/developers/create-api-key.machine.ts'
import { memberAccessMachine, writeGroupMachine } from '../../../src/machines/organizations/groups.machine.ts'
import { inviteMembersMachine } from '../../../src/machines/organizations/team.machine.ts'
import { confirmationMachine } from '../../../src/machines/shared/confirmation.machine.ts'
import type { Member } from '../../../src/services/contract/members.ts'
import { ApiKeys } from '../../../src/ui/accounts/security/security-screen.tsx'
import { TeamScreen } from '../../../src/ui/organizations/team/team-screen.tsx'
import { provided, type Scene, still, USER } from '../../harness/stage.tsx'
import { KEY } from '../../machines/account-forms.model.ts'
import { confirmationModel } from '../../machines/confirmation.model.ts'
import { changeRoleModel } from '../../machines/form.model.ts'
import { inviteMembersModel, writeGroupModel } from '../../machines/team-forms.model.ts'
import { alertIs, walkView } from './walk.tsx'
import { button, dialog, walkForm } from './walk-form.tsx'

const member = (id: string, first_name: string, role: Member['role']): Member => ({
  user_id: id,
  email: `${first_name.toLowerCase()}@northwind.example`,
  first_name,
  last_name: 'Holm',
  profile_picture_url: null,
  role,
  joined_at: USER.created_at,
  last_active_at: null,
})

/** The team of two: the person, who owns it, and Ben, who is a viewer. */
const team = (machines: object): Scene => ({
  path: '/team',
  view: provided(
    {
      changeRole: still(changeRoleModel.machine),
      removeMember: still(confirmationMachine),
      transferOwnership: still(confirmationMachine),
      leaveOrganization: still(confirmationMachine),
      inviteMembers: still(inviteMembersMachine),
      resendInvitation: still(confirmationMachine),
      revokeInvitation: still(confirmationMachine),
      writeGroup: still(writeGroupMachine),
      deleteGroup: still(confirmationMachine),
      memberAccess: still(memberAccessMachine),
      ...machines,
    },
    <TeamScreen />,
  ),
  data: {
    members: [member('u1', 'Ada', 'owner'), member('u2', 'Ben', 'viewer')],
    invitations: [],
    groups: [],
  },
})

/** [S2.14] */
walkForm({
  model: changeRoleModel,
  scene: (changeRole) => team({ changeRole }),
  show: async () => {
    await page.getByRole('button', { name: /^Actions for Ben/ }).click()
    await page.getByRole('menuitem', { name: 'Change role' }).click()
  },
  form: () => page.getByRole('dialog'),
  input: (form) => form.getByRole('radio', { name: /^Viewer/ }),
  change: (form, value) => form.getByRole('radio', { name: new RegExp(`^${value}`, 'i') }).click(),
  submit: 'Save role',
  busy: 'Saving…',
})

/** The form of a group that the log-in fills. */
walkForm({
  model: writeGroupModel,
  scene: (writeGroup) => team({ writeGroup }),
  show: () => button('New group').click(),
  form: () => page.getByRole('dialog'),
  fill: async (form) => {
    await form.getByLabelText('Name').fill('Finance')
    await form.getByRole('radio', { name: /^Filled by single sign-on/ }).click()
  },
  input: (form) => form.getByLabelText('Role claim value'),
  submit: 'Create group',
  busy: 'Saving…',
})

/** [S2.14] */
walkView({
  machine: inviteMembersMachine,
  model: inviteMembersModel,
  scene: (inviteMembers) => team({ inviteMembers }),
  heard: ['view.left'],
  does: {
    'form.opened': () => button('Invite people').first().click(),
    'field.changed': ({ value }) => page.getByLabelText('Email addresses').fill(value),
    'form.submitted': () => button('Send invitations').click(),
    'form.closed': () => page.getByRole('button', { name: /^(Cancel|Done)$/ }).click(),
  },
  sees: {
    'inviteMembers.closed': () => expect.element(page.getByRole('dialog')).not.toBeInTheDocument(),
    'inviteMembers.editing': async ({ context }) => {
      await expect.element(page.getByLabelText('Email addresses')).toHaveValue(context.values.addresses)
      const said = [context.error, context.fieldErrors.addresses].filter((text) => text != null)
      for (const text of said) await expect.element(page.getByRole('dialog')).toMatchTextContent(text)
    },
    'inviteMembers.submitting': () => expect.element(button('Sending…')).toBeDisabled(),
    'inviteMembers.shown': () =>
      expect
        .element(page.getByRole('list', { name: 'Results for each address' }))
        .toMatchTextContent('Member'),
  },
})

/** Before something is lost: here, an API key. */
walkView({
  machine: confirmationMachine,
  model: {
    ...confirmationModel.model,
    events: (snapshot) =>
      confirmationModel.model
        .events(snapshot)
        .filter(({ type }) => type !== 'confirmation.asked' || snapshot.matches('closed')),
  },
  scene: (deleteApiKey) => ({
    path: '/security',
    view: provided(
      { deleteApiKey, createApiKey: still(createApiKeyMachine), exampleFor: String },
      <ApiKeys />,
    ),
    data: { apiKeys: [{ ...KEY, scopes: ['read'] }] },
  }),
  heard: ['view.left'],
  does: {
    'confirmation.asked': () => page.getByRole('button', { name: /^Delete the key/ }).click(),
    'confirmation.given': () => button('Delete key').click(),
    'confirmation.refused': () => button('Cancel').click(),
  },
  sees: {
    'confirmation.closed': () => expect.element(page.getByRole('dialog')).not.toBeInTheDocument(),
    'confirmation.asking': async ({ context }) => {
      await expect.element(button('Delete key')).toBeEnabled()
      await alertIs(dialog(/^Delete the key/)(), context.error)
    },
    'confirmation.carryingOut': () => expect.element(button('Deleting…')).toBeDisabled(),
  },
  exceptions: {
    'confirmation.asking | confirmation.asked | 0':
      'only publishing asks anew, after somebody else’s change; the walk of an assistant’s settings does that',
  },
})
