import type { invitationMachine } from '../../src/machines/invitation/invitation.machine.ts'
import type { InvitationOffer } from '../../src/services/contract/invitations.ts'
import type { Model } from '../harness/model/model.ts'
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
  key: ({ context }) => [context.offer?.status, context.visitor, context.error],
}
