import { randomUUID } from 'node:crypto'
import { Email } from '../../../src/services/contract/accounts.ts'
import {
  INVITATION_DAYS,
  type InvitationResult,
  type InvitedRole,
  type NewInvitations,
} from '../../../src/services/contract/invitations.ts'
import { requireVerified } from '../../accounts/accounts.policy.ts'
import type { AccountsRepository } from '../../accounts/accounts.repository.ts'
import type { RemovedPeople } from '../../accounts/single-sign-on/removed-people.ts'
import type { Context } from '../../context.ts'
import { DAY } from '../../kernel/durations.ts'
import { notFound, Refusal, refusal } from '../../kernel/errors.ts'
import { fullName } from '../../kernel/full-name.ts'
import { asMailText, type Mail } from '../../kernel/mail/letter.ts'
import { say } from '../../kernel/texts/say.ts'
import type { MemberNotifications } from '../members/member-notifications.ts'
import { inviterOf, presentInvitation, presentOffer, statusOf } from './invitations.presenter.ts'
import type { InvitationRow, InvitationsRepository } from './invitations.repository.ts'
import type { InvitationTokens } from './tokens.ts'

type Invited = { to: string; inviter: string; organization: string; role: InvitedRole; link: string }

export const invitationMail = ({ to, link, role, ...names }: Invited): Mail => {
  const inviter = asMailText(names.inviter)
  const organization = asMailText(names.organization)
  return {
    to,
    subject: say('invitation_mail', { inviter, organization }),
    says: [
      say('invitation_mail.invites', { inviter, organization, role }),
      { label: say('invitation_mail.see'), url: link },
      say('invitation_mail.link', { days: INVITATION_DAYS }),
      say('invitation_mail.unknown'),
    ],
  }
}

type Parts = {
  invitations: InvitationsRepository
  accounts: AccountsRepository
  memberNotifications: MemberNotifications
  removedPeople: Pick<RemovedPeople, 'forget'>
  tokens: InvitationTokens
}

const KEPT = 90 * DAY

const inSevenDays = () => new Date(Date.now() + INVITATION_DAYS * DAY)

const ended = () => refusal('invitation_ended')

export type Invitations = ReturnType<typeof createInvitations>

export const createInvitations = (
  { db, hub, limits, mail, link }: Context,
  { invitations, accounts, memberNotifications, removedPeople, tokens }: Parts,
) => {
  const hashOf = (id: string) => tokens.hashOf(tokens.of(id))
  const linkTo = (id: string) => link(`/invitations/${tokens.of(id)}`)
  const present = (row: InvitationRow) => presentInvitation(row, linkTo(row.invitation.id))
  const changed = ({ invitation: { id, organizationId } }: InvitationRow) =>
    hub.publish(`organization:${organizationId}`, 'invitation_update', { id })

  const found = async (id: string) => {
    const row = await invitations.find(id)
    if (!row) throw notFound('invitation')
    return row
  }
  const byToken = async (token: string) => {
    const row = await invitations.byHash(tokens.hashOf(token))
    if (!row) throw notFound('invitation')
    return row
  }
  /** In the invited person's language, if they have an account that names one. */
  async function sendMail(row: InvitationRow) {
    const { id, email: to, role } = row.invitation
    // The stored one may be of a former secret of the server, under which its link was made.
    await invitations.setToken(id, hashOf(id))
    const invited = await accounts.byEmail(to)
    mail.send({
      ...invitationMail({
        to,
        inviter: inviterOf(row),
        organization: row.organization.name,
        role,
        link: link(`/invitations/${tokens.mailed(id, to)}`),
      }),
      organizationId: row.organization.id,
      locale: invited?.locale ?? '',
    })
  }

  return {
    openOf: async (organizationId: string) => (await invitations.openOf(organizationId)).map(present),

    /**
     * Invites each address once; a fault of one does not affect the others.
     * @throws Refusal 402 if the plan has no room for all of them
     */
    async invite(organizationId: string, invitedBy: string, { emails, role }: NewInvitations) {
      const addresses = [...new Set(emails.map((email) => email.trim().toLowerCase()))].map((given) => ({
        given,
        email: Email.safeParse(given).data ?? null,
      }))
      const good = addresses.flatMap(({ email }) => (email === null ? [] : [email]))
      const members = await invitations.membersAmong(organizationId, good)
      const invited = good.filter((email) => !members.has(email))
      const waiting = await invitations.countPending(organizationId, invited)
      if (invited.length > 0) await limits.require(organizationId, { members: waiting + invited.length })

      const results: InvitationResult[] = []
      for (const { given, email } of addresses) {
        if (email === null || members.has(email)) {
          results.push({ email: given, outcome: email ? 'member' : 'invalid', invitation: null })
          continue
        }
        const id = randomUUID()
        const made = await invitations.upsert(
          { id, organizationId, email, role, invitedBy, tokenHash: hashOf(id) },
          inSevenDays(),
        )
        const row = made && (await invitations.find(made.id))
        if (!made || !row) throw refusal('invitation_answered', { email })
        await sendMail(row)
        changed(row)
        const outcome = made.isNew ? 'invited' : 'renewed'
        results.push({ email, outcome, invitation: present(row) })
      }
      return { results }
    },

    /** Extends it by seven days and resends the mail. Throws 410 if it is not pending. */
    async resend({ invitation: { id } }: InvitationRow, invitedBy: string) {
      if (!(await invitations.renew(id, invitedBy, inSevenDays()))) throw ended()
      const row = await found(id)
      await sendMail(row)
      changed(row)
      return present(row)
    },

    /** Withdraws it, or removes it from the list. Throws 410 if it was accepted. */
    async revoke(row: InvitationRow): Promise<void> {
      if (!(await invitations.end(row.invitation.id, 'revoked'))) throw ended()
      changed(row)
    },

    /** @throws Refusal 404 */
    async offer(token: string) {
      const row = await byToken(token)
      const { email } = row.invitation
      return presentOffer(
        row,
        tokens.isMailed(token, row.invitation) ? await invitations.hasAccount(email) : null,
      )
    },

    /** @throws Refusal 404, 410 */
    async decline(token: string): Promise<void> {
      const row = await byToken(token)
      if (statusOf(row) !== 'pending') throw ended()
      if (!(await invitations.end(row.invitation.id, 'declined'))) throw ended()
      changed(row)
    },

    /**
     * Accepts an invitation and returns its organization. The mailed link proves the address; with a copied link the
     * address must have been proven before.
     * @throws Refusal 404, 410, 403 for another account or an unconfirmed address, 409 for an organization that is
     * full and for a member, who may not have got the answer that made them one
     */
    async accept(token: string, userId: string): Promise<string> {
      const row = await byToken(token)
      const { invitation, organization } = row
      const user = await accounts.byId(userId)
      if (user?.email.toLowerCase() !== invitation.email)
        throw refusal('wrong_account', { email: invitation.email })
      const isMember = (await invitations.membersAmong(organization.id, [invitation.email])).size > 0
      const alreadyMember = () => refusal('already_member', { organization: organization.name })
      if (statusOf(row) !== 'pending') throw isMember ? alreadyMember() : ended()
      if (tokens.isMailed(token, invitation)) {
        await accounts.verify(userId)
        hub.publishTo(userId, 'account_update', {})
      } else await requireVerified(db, userId)
      if (isMember) throw alreadyMember()
      const joining = () =>
        db.transaction(async (tx) => {
          const accepted = await invitations.accept(tx, invitation.id)
          if (!accepted) throw ended()
          await removedPeople.forget(tx, organization.id, userId)
          return invitations.join(tx, accepted, userId)
        })
      const joined = await limits.within(organization.id, { members: 1 }, joining).catch((error: unknown) => {
        if (!(error instanceof Refusal) || error.status !== 402) throw error
        const inviter = inviterOf(row) || 'none'
        throw refusal('organization_full', { organization: organization.name, inviter })
      })
      changed(row)
      if (joined) await memberNotifications.joined(organization, userId, fullName(user))
      return organization.id
    },

    sweep: () => invitations.deleteOlderThan(new Date(Date.now() - KEPT)),
  }
}
