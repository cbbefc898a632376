import { setTimeout } from 'node:timers/promises'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  invitations,
  mails,
  notifications,
  organizations,
  users,
} from '../../server/kernel/db/schema/index.ts'
import { say, written } from '../../server/kernel/texts/say.ts'
import {
  type Invitation,
  InvitationList,
  InvitationOffer,
  InvitationResults,
} from '../../src/services/contract/invitations.ts'
import { Organization } from '../../src/services/contract/organizations.ts'
import { makePlace } from '../harness/database.ts'
import { mailsTo, tokenIn } from '../harness/mails.ts'
import { operate } from '../harness/operator.ts'
import { serve } from '../harness/serve.ts'
import { type Person, startTestServer, type TestServer } from '../harness/server.ts'

const DAY = 24 * 3_600_000

describe('invitations', async () => {
  const server = await serve()
  let organizationId: string

  const ann = await server.register('ann@example.test')
  const bob = await server.register('Bob@example.test')

  beforeEach(async () => {
    organizationId = (await server.found(ann)).id
    // A further organization of hers has no trial of its own.
    await server.database.db
      .update(organizations)
      .set({ trialEndsAt: new Date(Date.now() + 60_000) })
      .where(eq(organizations.id, organizationId))
  })

  const call = (by: Person | null, method: string, path: string, payload?: object) =>
    server.inject({
      method: method as 'POST',
      url: `/api/v1/${path}`,
      ...(by && { headers: by.headers }),
      ...(payload && { payload }),
    })
  const of = () => `organizations/${organizationId}/invitations`
  const invite = (emails: string[], role = 'editor', by = ann) => call(by, 'POST', of(), { emails, role })
  const invited = async (email: string): Promise<Invitation> => {
    const { results } = InvitationResults.parse((await invite([email])).json())
    return results[0]?.invitation as Invitation
  }
  const tokenOf = ({ link }: Invitation) => link.split('/').at(-1) ?? ''
  const offer = async (token: string) =>
    InvitationOffer.parse((await call(null, 'GET', `invitations/${token}`)).json())
  const accept = (by: Person, token: string) => call(by, 'POST', 'invitations/accept', { token })
  const expire = (id: string) =>
    server.database.db
      .update(invitations)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(invitations.id, id))

  it('drops a mail that no mail server has accepted once it has ended, or is mailed again', async () => {
    const names = ['again', 'resent', 'withdrawn', 'declined', 'other']
    const emails = [...names.map((name) => `${name}@example.test`), bob.user.email]
    const { results } = InvitationResults.parse((await invite(emails)).json())
    const [, resent, withdrawn, declined, , accepted] = results.map(({ invitation }) => invitation!)
    await server.context.background.settle()
    const { db } = server.database
    const isOurs = eq(mails.organizationId, organizationId)
    await db.update(mails).set({ nextTryAt: new Date() }).where(isOurs)
    for (const answer of [
      await invite(['again@example.test']),
      await call(ann, 'POST', `invitations/${resent!.id}/resend`),
      await call(ann, 'DELETE', `invitations/${withdrawn!.id}`),
      await call(null, 'POST', 'invitations/decline', { token: tokenOf(declined!) }),
      await accept(bob, tokenOf(accepted!)),
    ])
      expect(answer.statusCode).toBeLessThan(300)
    const unsent = await db
      .select()
      .from(mails)
      .where(and(isOurs, isNotNull(mails.nextTryAt)))
    expect(unsent.map(({ recipient }) => recipient)).toEqual(['other@example.test'])
  })

  it('go to several addresses at once, and say for each what became of it', async () => {
    const first = await invite(['one@example.test'])
    expect(first.statusCode).toBe(200)
    const { results } = InvitationResults.parse(
      (
        await invite([' TWO@example.test', 'two@example.test', 'one@example.test', 'ann@example.test', 'no'])
      ).json(),
    )
    expect(results.map(({ email, outcome }) => [email, outcome])).toEqual([
      ['two@example.test', 'invited'],
      ['one@example.test', 'renewed'],
      ['ann@example.test', 'member'],
      ['no', 'invalid'],
    ])
    const list = InvitationList.parse((await call(ann, 'GET', of())).json())
    expect(list.map(({ email, status }) => [email, status])).toEqual([
      ['two@example.test', 'pending'],
      ['one@example.test', 'pending'],
    ])
    const [mail] = await mailsTo(server, 'two@example.test')
    expect(mail?.subject.replaceAll('\u200b', '')).toBe('ann@example.test invites you to Acme')
    expect(tokenIn(mail?.body ?? '').split('.')[0]).toBe(tokenOf(list[0]!))
    const days = (Date.parse(list[0]!.expires_at) - Date.now()) / DAY
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThanOrEqual(7)
  })

  it.each([
    ['no address', [], 'viewer', 'emails'],
    ['21 addresses', Array.from({ length: 21 }, (_, n) => `${n}@example.test`), 'viewer', 'emails'],
    ['a new owner', ['x@example.test'], 'owner', 'role'],
  ])('are refused with %s', async (_, emails, role, field) => {
    const answer = await invite(emails, role)
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, [field]])
  })

  it('are for those who manage the organization', async () => {
    const { id } = await invited('x@example.test')
    const tries = (by: Person | null) =>
      Promise.all([
        call(by, 'GET', of()),
        call(by, 'POST', of(), { emails: ['y@example.test'], role: 'viewer' }),
        call(by, 'POST', `invitations/${id}/resend`),
        call(by, 'DELETE', `invitations/${id}`),
      ]).then((answers) => answers.map(({ statusCode }) => statusCode))
    expect(await tries(null)).toEqual([401, 401, 401, 401])
    expect(await tries(bob)).toEqual([404, 404, 404, 404])
    await server.join(organizationId, bob, 'editor')
    expect(await tries(bob)).toEqual([403, 403, 403, 403])
  })

  it('name organization, inviter, role and address to whoever holds the link', async () => {
    const invitation = await invited('bob@example.test')
    expect(await offer(tokenOf(invitation))).toMatchObject({
      status: 'pending',
      organization_name: 'Acme',
      invited_by: 'ann@example.test',
      role: 'editor',
      email: 'bob@example.test',
    })
    await invited('new@example.test')
    const [mail] = await mailsTo(server, 'new@example.test')
    expect((await offer(tokenIn(mail?.body ?? ''))).has_account).toBe(false)
    expect((await call(null, 'GET', 'invitations/nothing')).statusCode).toBe(404)
  })

  it('are accepted once by the account they are for, whatever its letters, and owners hear of it', async () => {
    const token = tokenOf(await invited('BOB@example.test'))
    const carl = await server.register()
    const wrong = await accept(carl, token)
    expect([wrong.statusCode, wrong.json()]).toMatchObject([
      403,
      { code: 'wrong_account', detail: 'This invitation is for bob@example.test.' },
    ])
    const outcomes = await Promise.all([accept(bob, token), accept(bob, token)])
    expect(outcomes.map(({ statusCode }) => statusCode).sort()).toEqual([200, expect.any(Number)])
    const good = outcomes.find(({ statusCode }) => statusCode === 200)
    expect(Organization.parse(good?.json())).toMatchObject({ id: organizationId, role: 'editor' })
    expect((await offer(token)).status).toBe('accepted')
    // The answer that made them a member may have been lost.
    expect((await accept(bob, token)).json().code).toBe('already_member')
    const news = await server.database.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, ann.user.id))
    expect(news.at(-1)).toMatchObject({
      type: 'invitation_accepted_success',
      title: 'bob@example.test joined Acme',
      link: '/team',
    })
    expect((await invite(['bob@example.test'])).json().results[0].outcome).toBe('member')
  })

  describe('that change while they are accepted', () => {
    /** Accepts it, with `change` after it was read and before the person joins. */
    const acceptAfter = async (token: string, change: () => Promise<unknown>) => {
      const { answer } = await server.database.withLock(`limits ${organizationId}`, async () => {
        // A request begins when it is awaited.
        const answer = accept(bob, token).then((done) => done)
        await setTimeout(300)
        await change()
        return { answer }
      })
      return answer
    }

    it('give the role that they name by then', async () => {
      const token = tokenOf(await invited('bob@example.test'))
      const answer = await acceptAfter(token, () => invite(['bob@example.test'], 'viewer'))
      expect(answer.json()).toMatchObject({ id: organizationId, role: 'viewer' })
    })

    it('are refused if they expire', async () => {
      const invitation = await invited('bob@example.test')
      const answer = await acceptAfter(tokenOf(invitation), () => expire(invitation.id))
      expect(answer.json().code).toBe('invitation_ended')
    })
  })

  it('cannot be used by a member', async () => {
    const token = tokenOf(await invited('bob@example.test'))
    await server.join(organizationId, bob, 'viewer')
    expect((await accept(bob, token)).json().code).toBe('already_member')
  })

  it('contain no link from the names of inviter and organization', async () => {
    const names = [
      'https://evil.test/x',
      'see www.evil.test',
      'evil.test',
      'evil。test',
      'ｅｖｉｌ．ｔｅｓｔ',
    ]
    for (const name of names) {
      for (const [method, path, payload] of [
        ['POST', 'organizations', { name }],
        ['PATCH', `organizations/${organizationId}`, { name }],
        ['PATCH', 'users/me', { first_name: name }],
      ] as const) {
        const answer = await call(ann, method, path, payload)
        expect([path, name, answer.statusCode]).toEqual([path, name, 422])
        expect(Object.values(answer.json().fields)).toEqual(['must not contain a web address'])
      }
    }
    // What was named before it was refused is still no link in a mail.
    await server.database.db.update(users).set({ firstName: 'Go to', lastName: 'https://evil.test' })
    await server.database.db.update(organizations).set({ name: 'www.evil.test' })
    await invited('careful@example.test')
    const [mail] = await mailsTo(server, 'careful@example.test')
    await server.database.db.update(users).set({ firstName: '', lastName: '' })
    const text = `${mail?.subject}\n${mail?.body.replace(/http:\/\/\S+\/invitations\/\S+/, '')}`
    expect(text).toContain('evil')
    expect(text).not.toMatch(/evil\.test|\.evil|:\/\//)
  })

  it('end by declining, revoking and after seven days, and begin again by resending', async () => {
    const [declined, revoked, expired] = [
      await invited('bob@example.test'),
      await invited('r@example.test'),
      await invited('e@example.test'),
    ]
    const decline = () => call(null, 'POST', 'invitations/decline', { token: tokenOf(declined) })
    expect((await decline()).statusCode).toBe(200)
    expect((await decline()).statusCode).toBe(410)
    expect((await call(ann, 'DELETE', `invitations/${revoked.id}`)).statusCode).toBe(200)
    await expire(expired.id)
    const statuses = await Promise.all([declined, revoked, expired].map((one) => offer(tokenOf(one))))
    expect(statuses.map(({ status }) => status)).toEqual(['declined', 'revoked', 'expired'])
    expect((await accept(bob, tokenOf(declined))).statusCode).toBe(410)
    const list = InvitationList.parse((await call(ann, 'GET', of())).json())
    expect(list.map(({ status }) => status).sort()).toEqual(['declined', 'expired'])

    const resend = (id: string) => call(ann, 'POST', `invitations/${id}/resend`)
    expect((await resend(expired.id)).json()).toMatchObject({ status: 'pending', link: expired.link })
    expect((await mailsTo(server, 'e@example.test')).length).toBe(2)
    expect((await resend(revoked.id)).statusCode).toBe(410)
    expect((await call(ann, 'DELETE', `invitations/${declined.id}`)).statusCode).toBe(200)
    expect((await invited('bob@example.test')).id).not.toBe(declined.id)
  })

  it('work again after a change of the secret, once they are sent again', async () => {
    const place = await makePlace()
    const first = await startTestServer({ place })
    const owner = await first.register('owner@example.test')
    const url = `/api/v1/organizations/${(await first.found(owner)).id}/invitations`
    const ask = (to: TestServer, { headers }: Pick<Person, 'headers'>, path: string, payload?: object) =>
      to.inject({ method: 'POST', url: path, headers, ...(payload && { payload }) })
    for (const email of ['new@example.test', 'next@example.test'])
      await ask(first, owner, url, { emails: [email], role: 'editor' })
    await first.close()

    const jwtSecret = 'another secret than the first one'
    await operate(place, ['accept-secret'], { JWT_SECRET: jwtSecret })
    const second = await startTestServer({ place, jwtSecret })
    const { access_token } = (await second.logIn('owner@example.test')).json()
    const headers = { authorization: `Bearer ${access_token}` }
    const listed = InvitationList.parse((await second.inject({ url, headers })).json())
    const statusOf = async (token: string) =>
      (await second.inject({ url: `/api/v1/invitations/${token}` })).statusCode
    const mailed = async (email: string) => tokenIn((await mailsTo(second, email))[0]?.body ?? '')

    const next = listed.find(({ email }) => email === 'next@example.test')!
    await ask(second, { headers }, `/api/v1/invitations/${next.id}/resend`)
    await ask(second, { headers }, url, { emails: ['new@example.test'], role: 'editor' })
    for (const { email, link } of listed) {
      expect(await statusOf(link.split('/').at(-1) ?? '')).toBe(200)
      expect(await statusOf(await mailed(email))).toBe(200)
    }
    await second.close()
    await place.remove()
  })

  it('come from whoever sent them last, and from no one once that account is deleted', async () => {
    const { id, link } = await invited('mila@example.test')
    const token = link.split('/').at(-1) ?? ''
    const admin = await server.register()
    await server.database.db.update(users).set({ firstName: 'Mona' }).where(eq(users.id, admin.user.id))
    await server.join(organizationId, admin, 'admin')
    const resent = await call(admin, 'POST', `invitations/${id}/resend`)
    expect(resent.json().invited_by).toBe('Mona')
    const subjects = (await mailsTo(server, 'mila@example.test')).map(({ subject }) => subject)
    expect(subjects).toContain('Mona invites you to Acme')
    await server.database.db.delete(users).where(eq(users.id, admin.user.id))
    expect((await offer(token)).invited_by).toBe('')
    expect(written(say('organization_full', { organization: 'Acme', inviter: 'none' }), 'de')).toBe(
      'Acme hat keinen Platz für ein weiteres Mitglied. Bitten Sie jemanden von dort, Platz zu schaffen.',
    )
  })

  it('keep no token in the database or the log', async () => {
    const token = tokenOf(await invited('bob@example.test'))
    await offer(token)
    await server.inject({ url: `/invitations/${token}` })
    const { rows } = await server.database.db.execute(sql`select * from invitations`)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(server.logs.join('')).not.toContain(token)
  })

  it('are not sent beyond what the plan has room for, and nobody joins beyond it', async () => {
    const [early, late] = [await invited('bob@example.test'), await invited('late@example.test')]
    await server.database.db
      .update(organizations)
      .set({ trialEndsAt: null })
      .where(eq(organizations.id, organizationId))
    const limit = (await invite(['more@example.test', 'most@example.test'])).json()
    expect(limit).toMatchObject({ code: 'plan_limit', limit: 'members' })
    expect((await invite(['ann@example.test'])).statusCode).toBe(200)
    const people = [bob, await server.register(late.email)]
    const joins = await Promise.all([early, late].map((one, place) => accept(people[place]!, tokenOf(one))))
    expect(joins.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(joins.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'organization_full',
      detail: 'Acme has no seats left. Ask ann@example.test to free one.',
    })
  })
})
