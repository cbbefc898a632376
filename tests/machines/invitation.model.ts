import type { invitationMachine } from '../../src/machines/organizations/invitation.machine.ts'
import type { InvitationOffer } from '../../src/services/contract/invitations.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { unanswered } from './form.model.ts'
import { organization } from './samples.ts'

export const OFFER: InvitationOffer = {
  status: 'pending',
  email: 'ben@example.com',
  role: 'editor',
  organization_name: 'Northwind Boots',
  invited_by: 'Ada Holm',
  expires_at: '2026-02-07T12:00:00.000Z',
  has_account: false,
}

const withCode = (status: number, code: string) => Object.assign(new Error(code), { status, code })
export const UNKNOWN = withCode(404, 'not_found')
export const ENDED = withCode(410, 'invitation_ended')
export const MEMBER = withCode(409, 'already_member')

export const UNPROVEN = withCode(403, 'email_unverified')

export const invitationModel: Model<typeof invitationMachine> = {
  input: { token: 't1' },
  events: () => [
    ...[null, 'Ben@example.com', 'eve@example.com'].map((email) => ({ type: 'visitor.changed', email })),
    { type: 'invitation.accepted' },
    { type: 'invitation.declined' },
    { type: 'signOut.requested' },
    { type: 'retry.requested' },
  ],
  answers: () => ({
    loadOffer: [OFFER, { ...OFFER, status: 'expired' }, UNKNOWN, unanswered],
    accept: [organization('a'), MEMBER, ENDED, UNPROVEN, unanswered],
    decline: [{}, ENDED, unanswered],
  }),
  sentBy: { 'visitor.changed': 'watchVisitor' },
  unhandled: [
    never(
      ['retry.requested'],
      ['loading', 'unknown', 'ended', 'open', 'joined', 'member', 'declined'],
      'Try Again is shown where there was no answer.',
    ),
    never(
      ['invitation.accepted', 'invitation.declined', 'signOut.requested'],
      ['loading', 'failed', 'unknown', 'ended', 'joined', 'member', 'declined'],
      'The offer, with its buttons, is not on the screen.',
    ),
    never(
      ['invitation.accepted', 'invitation.declined', 'signOut.requested'],
      ['open.deciding'],
      'It is not known yet who is signed in: no button is shown.',
    ),
    harmless(
      ['invitation.accepted', 'invitation.declined', 'signOut.requested'],
      ['open.accepting', 'open.declining', 'open.signingOut'],
      'One answer is under way, and its buttons are disabled.',
    ),
    never(
      ['invitation.accepted'],
      ['open.signedOut', 'open.wrongAccount'],
      'Accepting is offered to the invited person alone.',
    ),
    never(
      ['invitation.declined'],
      ['open.wrongAccount'],
      'Declining is offered to the invited person, and to whoever is signed out.',
    ),
    never(
      ['signOut.requested'],
      ['open.signedOut', 'open.ready', 'open.unproven'],
      'Logging out is offered to somebody else than the invited person.',
    ),
  ],
  key: ({ context }) => [context.offer?.status, context.visitor, context.error],
}
