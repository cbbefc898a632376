import type { Page } from '@playwright/test'
import { matchesState, type SnapshotFrom } from 'xstate'
import { invitationMachine } from '../../../src/machines/invitation/invitation.machine.ts'
import { invitationModel, OFFER } from '../../machines/invitation.model.ts'
import { organization } from '../../machines/samples.ts'
import { expect } from '../gateway.ts'
import { registered } from '../models/accounts.ts'
import { newPerson } from '../models/lectern.ts'
import { changeSession } from './other-tab.ts'
import { type Stage, walkInBrowser } from './walk.ts'

/** Whom the invitation of a page is for. */
const invited = new WeakMap<Page, ReturnType<typeof newPerson>>()

/** Another tab signs somebody in, or out. */
async function changeVisitor(stage: Stage, email: string | null) {
  const { page, server } = stage
  const isInvited = email?.toLowerCase() === OFFER.email
  const tokens =
    email === null
      ? null
      : (await registered(server, 'Elsewhere', isInvited ? invited.get(page) : newPerson())).tokens
  await changeSession(stage, tokens)
}

const failure = (error: { status?: number; code?: string }) =>
  error.code === undefined
    ? { status: 500 }
    : { status: error.status ?? 400, body: { detail: error.code, code: error.code } }

const button = (page: Page, name: string) => page.getByRole('button', { name })

/** The end of a session ends its requests: nothing follows that a walk could time. */
const isCutOff = ({ context, value }: SnapshotFrom<typeof invitationMachine>) =>
  context.visitor?.email === null &&
  ['accepting', 'declining'].some((busy) => matchesState({ open: busy }, value))

walkInBrowser({
  machine: invitationMachine,
  model: {
    ...invitationModel,
    events: (snapshot) => (isCutOff(snapshot) ? [] : invitationModel.events(snapshot)),
    answers: (snapshot) => (isCutOff(snapshot) ? {} : (invitationModel.answers?.(snapshot) ?? {})),
  },
  holds: ({ path }) => path.startsWith('/api/v1/invitations/'),
  open: async ({ page }) => {
    invited.set(page, newPerson())
    await page.goto('/config.js')
    await page.evaluate(() => localStorage.clear())
    await page.goto('/invitations/t1')
  },
  does: {
    'visitor.changed': (stage, { email }) => changeVisitor(stage, email),
    'invitation.accepted': ({ page }) => button(page, 'Accept and join').click(),
    'invitation.declined': ({ page }) => button(page, 'Decline').click(),
    'signOut.requested': ({ page }) => button(page, 'Log out and go on').click(),
    'retry.requested': ({ page }) => button(page, 'Try Again').click(),
    'xstate.done.actor.loadOffer': ({ network, page }, { output }) =>
      network.answer({ body: { ...output, email: invited.get(page)?.email } }),
    'xstate.error.actor.loadOffer': ({ network }, { error }) => network.answer(failure(error)),
    'xstate.done.actor.accept': async ({ network, page }) => {
      const joined = organization('a', OFFER.organization_name)
      // The list is read again, and the server knows nothing of it.
      await page.route('**/api/v1/organizations', (route) => route.fulfill({ json: [joined] }))
      await network.answer({ body: joined })
    },
    'xstate.error.actor.accept': ({ network }, { error }) => network.answer(failure(error)),
    'xstate.done.actor.decline': ({ network }) => network.answer({ body: { message: 'Declined.' } }),
    'xstate.error.actor.decline': ({ network }, { error }) => network.answer(failure(error)),
  },
  sees: {
    'invitation.loading': ({ page }) => expect(page.getByLabel('Reading the invitation')).toBeVisible(),
    'invitation.failed': ({ page }, { context }) =>
      expect(page.getByRole('alert')).toHaveText(context.error ?? ''),
    'invitation.unknown': ({ page }) => expect(page.getByText('No invitation has this link.')).toBeVisible(),
    'invitation.ended': ({ page }) => expect(page.getByText('This invitation has expired.')).toBeVisible(),
    'invitation.open': ({ page }) =>
      expect(page.getByRole('heading', { name: OFFER.organization_name })).toBeVisible(),
    'invitation.open.signedOut': async ({ page }, { context }) => {
      await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible()
      await expect(page.getByRole('alert')).toHaveText(context.error ? [context.error] : [])
    },
    'invitation.open.wrongAccount': ({ page }) =>
      expect(page.getByText(`The invitation is for ${invited.get(page)?.email}`)).toBeVisible(),
    // It is over before it can be seen.
    'invitation.open.signingOut': ({ page }) =>
      expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible(),
    'invitation.open.ready': async ({ page }, { context }) => {
      await expect(button(page, 'Accept and join')).toBeEnabled()
      await expect(page.getByRole('alert')).toHaveText(context.error ? [context.error] : [])
    },
    'invitation.open.unproven': ({ page }) => expect(button(page, 'Accept and join')).toBeEnabled(),
    'invitation.open.accepting': ({ page }) => expect(button(page, 'Joining…')).toBeDisabled(),
    'invitation.open.declining': ({ page }) => expect(button(page, 'Decline')).toBeDisabled(),
    'invitation.joined': ({ page }) =>
      expect(button(page, `Organization: ${OFFER.organization_name}`)).toBeVisible(),
    'invitation.member': ({ page }) =>
      expect(page.getByText(`You are a member of ${OFFER.organization_name} already.`)).toBeVisible(),
    'invitation.declined': ({ page }) => expect(page.getByText('You declined the invitation.')).toBeVisible(),
  },
})
