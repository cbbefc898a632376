import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { verificationMachine } from '../../../src/machines/accounts/verification.machine.ts'
import { invitationMachine } from '../../../src/machines/organizations/invitation.machine.ts'
import { InvitationScreen } from '../../../src/ui/organizations/invitation/invitation-screen.tsx'
import { provided, still } from '../../harness/stage.tsx'
import { invitationModel, OFFER } from '../../machines/invitation.model.ts'
import { alertIs, walkView } from './walk.tsx'
import { button } from './walk-form.tsx'

const main = () => page.getByRole('main')
const says = (text: string) => () => expect.element(main()).toMatchTextContent(text)

/** Where the mail of an invitation leads. */
walkView({
  machine: invitationMachine,
  model: invitationModel,
  scene: (invitation) => ({
    path: '/invitations/t1',
    view: provided({ invitation, verification: still(verificationMachine) }, <InvitationScreen />),
    isAnonymous: true,
    isPage: true,
  }),
  heard: ['visitor.changed'],
  does: {
    'invitation.accepted': () => button('Accept and join').click(),
    'invitation.declined': () => button('Decline').click(),
    'signOut.requested': () => button('Log out and continue').click(),
    'retry.requested': () => button('Try Again').click(),
  },
  sees: {
    'invitation.loading': () => expect.element(page.getByLabelText('Loading the invitation')).toBeVisible(),
    'invitation.failed': ({ context }) => alertIs(main(), context.error ?? '?'),
    'invitation.unknown': says('This invitation link is not valid.'),
    'invitation.ended': says('This invitation has expired.'),
    'invitation.open': () =>
      expect.element(page.getByRole('heading', { name: OFFER.organization_name })).toBeVisible(),
    'invitation.open.signedOut': async ({ context }) => {
      await expect.element(page.getByRole('link', { name: 'Create an account' })).toBeVisible()
      await alertIs(main(), context.error)
    },
    'invitation.open.wrongAccount': says(`The invitation is for ${OFFER.email}`),
    'invitation.open.signingOut': () => expect.element(button('Log out and continue')).toBeDisabled(),
    'invitation.open.ready': async ({ context }) => {
      await expect.element(button('Accept and join')).toBeEnabled()
      await alertIs(main(), context.error)
    },
    'invitation.open.unproven': says('This is a copied link.'),
    'invitation.open.accepting': () => expect.element(button('Joining…')).toBeDisabled(),
    'invitation.open.declining': () => expect.element(button('Decline')).toBeDisabled(),
    'invitation.joined': says(`Welcome to ${OFFER.organization_name}.`),
    'invitation.member': says(`You are already a member of ${OFFER.organization_name}.`),
    'invitation.declined': says('You declined the invitation.'),
  },
})
