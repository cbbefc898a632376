import type { Page } from '@playwright/test'
import { confirmationMachine } from '../../../src/machines/confirmation/confirmation.machine.ts'
import { inviteMembersMachine } from '../../../src/machines/invite-members/invite-members.machine.ts'
import { changeRoleModel } from '../../machines/change-role.model.ts'
import { confirmationModel } from '../../machines/confirmation.model.ts'
import { inviteMembersModel } from '../../machines/invite-members.model.ts'
import { expect } from '../gateway.ts'
import { enrolled, registered } from '../models/accounts.ts'
import { newPerson } from '../models/lectern.ts'
import { type Stage, walkInBrowser } from './walk.ts'
import { replyTo, walkForm } from './walk-form.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The team of two: the person, and Ben, who is a viewer. */
async function withBen({ page, server }: Stage) {
  const ben = newPerson()
  const { post, organizationId } = await enrolled(page, server, 'Northwind Boots')
  const invited = (await post(`organizations/${organizationId}/invitations`, {
    emails: [ben.email],
    role: 'viewer',
  })) as unknown as { results: { invitation: { link: string } }[] }
  const token = invited.results[0]?.invitation.link.split('/').at(-1)
  const joining = await registered(server, 'Elsewhere', ben)
  await joining.post('invitations/accept', { token })
  await page.goto('/team')
}

/** [S2.14] */
walkForm({
  model: changeRoleModel,
  request: /^PATCH .*\/members\/[^/]+$/,
  open: withBen,
  // Once changed, the role is another one than the dialog starts from.
  show: async (stage) => {
    await withBen(stage)
    await stage.page
      .getByRole('button', { name: /^Actions for ada\./ })
      .last()
      .click()
    await stage.page.getByRole('menuitem', { name: 'Change role' }).click()
  },
  form: dialog,
  input: (form) => form.getByRole('radio', { name: /^Viewer/ }),
  change: (form, value) => form.getByRole('radio', { name: new RegExp(`^${value}`, 'i') }).check(),
  submit: 'Save role',
  busy: 'Saving…',
})

/** [S2.14] */
walkInBrowser({
  machine: inviteMembersMachine,
  model: inviteMembersModel,
  holds: ({ method, path }) => method === 'POST' && path.endsWith('/invitations'),
  open: async ({ page, server }) => {
    await enrolled(page, server, 'Northwind Boots')
    await page.goto('/team')
  },
  does: {
    'form.opened': ({ page }) => button(page, 'Invite people').click(),
    'field.changed': ({ page }, { value }) => page.getByLabel('Email addresses').fill(value),
    'form.submitted': ({ page }) => button(page, 'Send invitations').click(),
    'form.closed': ({ page }) => page.getByRole('button', { name: /^(Cancel|Done)$/ }).click(),
    'xstate.done.actor.submit': ({ network }, { output }) => network.answer({ body: { results: output } }),
    'xstate.error.actor.submit': ({ network }, { error }) => network.answer(replyTo(error)),
  },
  sees: {
    'inviteMembers.closed': ({ page }) => expect(dialog(page)).toBeHidden(),
    'inviteMembers.editing': async ({ page }, { context }) => {
      await expect(page.getByLabel('Email addresses')).toHaveValue(context.values.addresses)
      const said = [context.error, context.fieldErrors.addresses].filter((text) => text != null)
      for (const text of said) await expect(dialog(page)).toContainText(text)
    },
    'inviteMembers.submitting': ({ page }) => expect(button(page, 'Sending…')).toBeDisabled(),
    'inviteMembers.shown': ({ page }) =>
      expect(page.getByRole('list', { name: 'Results for each address' })).toContainText('Member'),
  },
})

/** Before something is lost: here, an API key. */
walkInBrowser({
  machine: confirmationMachine,
  model: {
    ...confirmationModel,
    events: (snapshot) =>
      confirmationModel
        .events(snapshot)
        .filter(({ type }) => type !== 'confirmation.asked' || snapshot.matches('closed')),
  },
  holds: ({ method, path }) => method === 'DELETE' && path.startsWith('/api/v1/users/me/api-keys/'),
  open: async ({ page, server }) => {
    const { post } = await enrolled(page, server, 'Northwind Boots')
    for (const name of ['Export', 'Import', 'Report'])
      await post('users/me/api-keys', { name, scopes: ['read'], expires_in_days: null })
    await page.goto('/security')
  },
  does: {
    'confirmation.asked': ({ page }) =>
      page
        .getByRole('button', { name: /^Delete the key/ })
        .first()
        .click(),
    'confirmation.given': ({ page }) => button(page, 'Delete key').click(),
    'confirmation.refused': ({ page }) => button(page, 'Cancel').click(),
    'xstate.done.actor.carryOut': async ({ page, network }) => {
      const keys = page.locator('[aria-label^="Delete the key"]')
      const before = await keys.count()
      await network.answer(null)
      await expect(keys).toHaveCount(before - 1)
    },
    'xstate.error.actor.carryOut': ({ network }, { error }) => network.answer(replyTo(error)),
  },
  sees: {
    'confirmation.closed': ({ page }) => expect(dialog(page)).toBeHidden(),
    'confirmation.asking': async ({ page }, { context }) => {
      await expect(button(page, 'Delete key')).toBeEnabled()
      await expect(dialog(page).getByRole('alert')).toHaveText(context.error ? [context.error] : [])
    },
    'confirmation.carryingOut': ({ page }) => expect(button(page, 'Deleting…')).toBeDisabled(),
  },
  exceptions: {
    'confirmation.asking | confirmation.asked | 0':
      'only publishing asks anew, after somebody else’s change; the walk of an assistant’s settings does that',
  },
})
