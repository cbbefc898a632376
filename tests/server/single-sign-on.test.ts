import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { linkIdentity } from '../../server/accounts/single-sign-on/identities.ts'
import { TRIAL_PLAN } from '../../server/billing/plans.ts'
import {
  emailDomains,
  identityProviders,
  memberships,
  providerSessions,
  removedAddresses,
  sessions,
  signIns,
  users,
} from '../../server/kernel/db/schema/index.ts'
import type { TokenPair, User } from '../../src/services/contract/accounts.ts'
import { foundCompany, startCompanyServer } from '../harness/company.ts'
import { holdRows } from '../harness/held-rows.ts'
import { createClient } from '../harness/knowledge.ts'
import { mailsTo, tokenIn } from '../harness/mails.ts'
import { createCookieBrowser, startOpenIdProvider } from '../harness/openid-provider.ts'
import { onPostgres } from '../harness/runs.ts'
import { createScim, newToken, patchOf } from '../harness/scim.ts'
import { closedAfterwards } from '../harness/serve.ts'
import { PASSWORD } from '../harness/server.ts'

const HOUR = 3_600_000

type Bearer = { authorization: string }

describe('single sign-on by a provider that runs as companies run one', async () => {
  const company = closedAfterwards(await startCompanyServer())
  const acme = await foundCompany(company)
  const { redirect_uri, backchannel_logout_uri } = await acme.all()
  const provider = closedAfterwards(
    await startOpenIdProvider({
      redirectUri: redirect_uri,
      logoutUri: backchannel_logout_uri.replace('localhost', '127.0.0.1'),
    }),
  )
  company.allow(provider.port)
  await acme.use(provider)
  await acme.verify('acme.test')
  // The plan has room for a few.
  beforeEach(() =>
    db()
      .delete(memberships)
      .where(and(eq(memberships.organizationId, acme.id), ne(memberships.userId, acme.owner.user.id))),
  )

  const db = () => company.server.context.db
  const atLogIn = (url: URL) => url.pathname === '/login/company'
  const start = async (more = '') => {
    const answer = await fetch(`${company.server.url}/api/v1/login/company?domain=acme.test`)
    return `${((await answer.json()) as { url: string }).url}${more}`
  }
  const collect = async (browser: ReturnType<typeof createCookieBrowser>, page: URL) =>
    browser.send(`${page.origin}/api/v1/login/company`, { method: 'POST' })
  const signIn = async (login: string, browser = createCookieBrowser()) => {
    const page = await browser.signIn(await start(), login, atLogIn)
    expect(page.searchParams.get('problem')).toBeNull()
    const tokens = (await (await collect(browser, page)).json()) as TokenPair
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    const user: User = (await company.server.inject({ url: '/api/v1/users/me', headers })).json()
    return { browser, tokens, headers, user }
  }
  const refused = async (login: string) =>
    (await createCookieBrowser().signIn(await start(), login, atLogIn)).searchParams.get('problem')
  const newPerson = async (claims: object = {}) => {
    const login = crypto.randomUUID().slice(0, 8)
    await provider.account(login, { email: `${login}@acme.test`, email_verified: true, ...claims })
    return login
  }
  const me = async (headers: { authorization: string }) =>
    (await company.server.inject({ url: '/api/v1/users/me', headers })).statusCode
  const refresh = async ({ refresh_token }: TokenPair) =>
    company.server.inject({ method: 'POST', url: '/api/v1/refresh', payload: { refresh_token } })
  /** By the clock of PostgreSQL, which has microseconds. */
  const askedLongAgo = (userId: string, hours: number) =>
    db()
      .update(providerSessions)
      .set({ checkedAt: sql`now() - make_interval(hours => ${hours}) + interval '123 microseconds'` })
      .where(eq(providerSessions.subject, userId))

  it('tests the connection, and says what is wrong with it', async () => {
    const problem = async (settings: object) => {
      await acme.use({ ...provider, ...settings })
      return (await acme.call('POST', acme.at('/test'))).body.problem?.detail ?? null
    }
    expect(await problem({ clientSecret: 'another' })).toContain('client ID and its secret')
    expect(await problem({ issuer: `${provider.issuer}/elsewhere` })).toContain('unexpected status')
    expect(await problem({ issuer: 'http://127.0.0.1:9' })).toContain('port that is not allowed')
    expect(await problem({ issuer: 'https://nowhere.test' })).toContain('No server was found')
    expect(await problem({})).toBeNull()
  })

  it('creates account and membership of the person that signs in, and hands over the tokens once', async () => {
    const login = await newPerson({ given_name: 'Bob\u200e', family_name: 'Miller' })
    const browser = createCookieBrowser()
    const page = await browser.signIn(await start('&return=/chat%3Fa=1'), login, atLogIn)
    expect(page.search).toBe('?return=%2Fchat%3Fa%3D1')
    const answer = await collect(browser, page)
    const tokens = (await answer.json()) as TokenPair
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    const user: User = (await company.server.inject({ url: '/api/v1/users/me', headers })).json()
    expect(user).toMatchObject({ email: `${login}@acme.test`, first_name: 'Bob', email_verified: true })
    expect(await acme.role(user.id)).toBe('viewer')
    // The tokens are handed over once.
    expect((await collect(browser, page)).status).toBe(401)
    expect((await signIn(login)).user.id).toBe(user.id)
  })

  it('sets a cookie that no script reads, and that other sites do not send along', async () => {
    const answer = await fetch(await start(), { redirect: 'manual' })
    expect(answer.headers.get('set-cookie')).toMatch(/^lectern-sign-in=.+HttpOnly; SameSite=Lax/)
  })

  it.each(['//evil.test', '/\\evil.test', 'https://evil.test', '/.//evil.test', 'javascript:alert(1)'])(
    'redirects only within the app: %s',
    async (to) => {
      const page = await createCookieBrowser().signIn(
        await start(`&return=${encodeURIComponent(to)}`),
        await newPerson(),
        atLogIn,
      )
      expect(page.searchParams.get('return')).toBe('/')
      expect(page.origin).toBe(new URL(company.server.context.link('/')).origin)
    },
  )

  it('gives the role that a claim names, at every sign-in, and leaves owners alone', async () => {
    const role_mappings = [
      { value: 'leads', role: 'admin' },
      { value: 'writers', role: 'editor' },
    ]
    await acme.use(provider, { role_claim: 'groups', role_mappings })
    const login = await newPerson({ groups: ['writers', 'leads'] })
    const email = `${login}@acme.test`
    const { user } = await signIn(login)
    expect(await acme.role(user.id)).toBe('admin')
    await provider.account(login, { email, groups: ['writers'] })
    await signIn(login)
    expect(await acme.role(user.id)).toBe('editor')
    await provider.account(login, { email, groups: [] })
    await signIn(login)
    expect(await acme.role(user.id)).toBe('viewer')
    await acme.call('PATCH', `${acme.base}/members/${user.id}`, { role: 'owner' })
    await signIn(login)
    expect(await acme.role(user.id)).toBe('owner')
    await acme.use(provider, {
      role_claim: 'groups',
      role_mappings: [...role_mappings, { value: 'chiefs', role: 'owner' }],
    })
    await signIn(login)
    expect(await acme.role(user.id)).toBe('viewer')
    await acme.use(provider)
  })

  it('fills the groups that follow the claim, and no group that people fill', async () => {
    await acme.use(provider, { role_claim: 'groups', role_mappings: [] })
    const path = `${acme.base}/groups`
    const make = async (group: object) => (await acme.call('POST', path, group)).body.id
    const follows = await make({ name: 'Finance', claim_value: 'fin' })
    const byHand = await make({ name: 'fin' })
    const members = async (id: string) =>
      (await acme.call('GET', path)).body.find((group: { id: string }) => group.id === id).member_ids
    const login = await newPerson({ groups: ['fin', 'writers'] })
    const { user } = await signIn(login)
    expect(await members(follows)).toEqual([user.id])
    expect(await members(byHand)).toEqual([])
    const refused = await acme.call('PATCH', `${path}/${follows}`, { member_ids: [] })
    expect(refused.status).toBe(409)
    const email = `${login}@acme.test`
    await provider.account(login, { email, groups: ['writers'] })
    await signIn(login)
    expect(await members(follows)).toEqual([])
    await provider.account(login, { email, groups: ['fin'] })
    await signIn(login)
    expect(await members(follows)).toEqual([user.id])
    // Providers leave an empty claim out.
    await provider.account(login, { email })
    await signIn(login)
    expect(await members(follows)).toEqual([])
    await acme.use(provider)
  })

  it('never takes the last owner away', async () => {
    const email = `${crypto.randomUUID().slice(0, 8)}@acme.test`
    const owner = await company.server.register(email)
    await acme.call('POST', `${acme.base}/invitations`, { emails: [email], role: 'viewer' })
    const login = await newPerson({ email, groups: [] })
    expect((await signIn(login)).user.id).toBe(owner.user.id)
    await acme.call('POST', `${acme.base}/transfer`, { user_id: owner.user.id })
    await db()
      .update(identityProviders)
      .set({ roleClaim: 'groups', roleMappings: [{ value: 'chiefs', role: 'owner' }] })
    await signIn(login)
    expect(await acme.role(owner.user.id)).toBe('owner')
    const { call } = createClient(company.server.url, owner)
    await call('POST', `${acme.base}/transfer`, { user_id: acme.owner.user.id })
    await acme.use(provider)
  })

  it('ends what somebody holds who registered the address without proving it', async () => {
    const login = await newPerson()
    const squatter = await company.server.registerUnverified(`${login}@acme.test`)
    const { user } = await signIn(login)
    expect(user.id).toBe(squatter.user.id)
    expect(await me(squatter.headers)).toBe(401)
    expect((await company.server.logIn(`${login}@acme.test`)).statusCode).toBe(401)
    const { items } = (await acme.call('GET', `${acme.base}/audit-log?subject=account`)).body
    expect(items[0]).toMatchObject({
      action: 'account.taken_over',
      actor: { kind: 'person', id: user.id },
      target: { id: user.id },
      details: { reason: 'single_sign_on' },
    })
  })

  it.each([
    ['email_other_domain', { email: 'bob@globex.test' }],
    ['email_other_domain', { email: 'bob@acme.test.evil.test' }],
    ['email_unverified', { email_verified: false }],
    ['email_missing', { email: undefined }],
  ])('refuses with %s: %o', async (problem, claims) => {
    expect(await refused(await newPerson(claims))).toBe(problem)
    expect(await acme.log()).toContainEqual({ action: 'refused', reason: problem })
  })

  it('verifies a domain by its record alone', async () => {
    const globex = await foundCompany(company)
    const missing = await globex.claim('globex.test')
    const verified = await globex.call('POST', `${globex.base}/email-domains/${missing.id}/verify`)
    expect(verified.body.code).toBe('record_missing')
  })

  describe('whoever had a domain before', () => {
    const bellOf = async ({ headers }: { headers: { authorization: string } }) =>
      (
        (await company.server.inject({ url: '/api/v1/notifications', headers })).json() as {
          message: string
        }[]
      ).map(({ message }) => message)
    /** The DNS record of a domain that acme has verified; acme's provider vouches for its addresses. */
    const verified = async (domain: string) => {
      expect((await acme.verify(domain)).status).toBe(200)
      return `_lectern.${domain}`
    }

    it('[attack C3] does not sign in as the people of its new owner, and both are told', async () => {
      await verified('sold.test')
      const login = await newPerson({ email: 'ann@sold.test' })
      const ann = await signIn(login)
      const globex = await foundCompany(company)
      const taken = await globex.verify('sold.test')
      expect([taken.status, taken.body.verified_at]).toEqual([200, expect.any(String)])
      const ceo = await company.server.register('ceo@sold.test')
      expect(await refused(await newPerson({ email: 'ceo@sold.test' }))).toBe('email_other_domain')
      expect(await acme.role(ceo.user.id)).toBeUndefined()
      // What the former owner's provider had begun for the domain has ended.
      expect([await me(ann.headers), await refused(login)]).toEqual([401, 'email_other_domain'])
      expect(await acme.log()).toContainEqual({ action: 'domain_lost', reason: 'verified_by_another' })
      await expect
        .poll(() => bellOf(acme.owner))
        .toContainEqual(expect.stringContaining('Another organization'))
      await expect
        .poll(() => bellOf(globex.owner))
        .toContainEqual(expect.stringContaining('belonged to another one'))
    })

    it('[attack C3] links nobody for the first time once the record is gone', async () => {
      const name = await verified('gone.test')
      company.texts.delete(name)
      await company.server.register('eve@gone.test')
      expect(await refused(await newPerson({ email: 'eve@gone.test' }))).toBe('email_other_domain')
    })

    it('[attack C3] loses a domain whose record is missing for a week, after a warning', async () => {
      const name = await verified('lapsed.test')
      const { headers } = await signIn(await newPerson({ email: 'leo@lapsed.test' }))
      const daysLater = async (change: Partial<typeof emailDomains.$inferInsert> = {}) => {
        const checkedAt = new Date(Date.now() - 25 * HOUR)
        const set = { checkedAt, ...change }
        await db().update(emailDomains).set(set).where(eq(emailDomains.domain, 'lapsed.test'))
        await company.server.sweep()
        const [row] = await db().select().from(emailDomains).where(eq(emailDomains.domain, 'lapsed.test'))
        return row!
      }
      expect((await daysLater()).missingSince).toBeNull()
      const record = company.texts.get(name) ?? []
      company.texts.delete(name)
      expect((await daysLater()).missingSince).not.toBeNull()
      await expect.poll(() => bellOf(acme.owner)).toContainEqual(expect.stringContaining('within seven days'))
      company.texts.set(name, record)
      expect((await daysLater()).missingSince).toBeNull()
      company.texts.delete(name)
      const weekAgo = new Date(Date.now() - 8 * 24 * HOUR)
      expect(await me(headers)).toBe(200)
      expect((await daysLater({ missingSince: weekAgo })).verifiedAt).toBeNull()
      expect(await me(headers)).toBe(401)
    })

    onPostgres('keeps it if it is verified again while it lapses', async () => {
      company.texts.delete(await verified('kept.test'))
      const isKept = eq(emailDomains.domain, 'kept.test')
      const missingSince = new Date(Date.now() - 8 * 24 * HOUR)
      await db().update(emailDomains).set({ missingSince, checkedAt: missingSince }).where(isKept)
      const again = `update email_domains set missing_since = null, checked_at = now() where domain = 'kept.test'`
      const held = await holdRows(company.server, again)
      const swept = company.server.sweep()
      await held.waiters(1)
      await held.release()
      await swept
      const [row] = await db().select().from(emailDomains).where(isKept)
      expect(row).toMatchObject({ verifiedAt: expect.any(Date), missingSince: null })
    })

    it('[attack C4] does not sign in to an account that has moved to another address', async () => {
      const login = await newPerson()
      const { user, tokens } = await signIn(login)
      await db()
        .update(users)
        .set({ email: `${login}@private.test` })
        .where(eq(users.id, user.id))
      expect((await refresh(tokens)).statusCode).toBe(401)
      expect((await signIn(login)).user.id).not.toBe(user.id)
    })

    it('[attack C4] does not bring back who has left by themselves under another address', async () => {
      const login = await newPerson()
      const { user, headers } = await signIn(login)
      const url = `${acme.base}/members/${user.id}`
      expect((await company.server.inject({ method: 'DELETE', url, headers })).statusCode).toBe(200)
      await db()
        .update(users)
        .set({ email: `${login}@private.test` })
        .where(eq(users.id, user.id))
      expect((await signIn(login)).user.id).not.toBe(user.id)
      expect(await acme.role(user.id)).toBeUndefined()
    })
  })

  it('[attack M2] ends the password session of an owner who becomes something else', async () => {
    const email = `${crypto.randomUUID().slice(0, 8)}@acme.test`
    const other = await company.server.join(acme.id, await company.server.register(email), 'owner')
    expect((await acme.enforce(true)).status).toBe(200)
    expect(await me(other.headers)).toBe(200)
    await acme.call('PATCH', `${acme.base}/members/${other.user.id}`, { role: 'editor' })
    expect(await me(other.headers)).toBe(401)
    await acme.enforce(false)
  })

  describe('enforced, ends the password session of an owner', () => {
    const ownerAt = async (email: string) =>
      company.server.join(acme.id, await company.server.register(email), 'owner')
    const mapped = { role_claim: 'groups', role_mappings: [{ value: 'chiefs', role: 'owner' }] }
    afterEach(async () => {
      await acme.enforce(false)
      await acme.use(provider)
    })

    it('to whom a claim gives another role', async () => {
      await acme.use(provider, mapped)
      const login = await newPerson({ groups: ['chiefs'] })
      const owner = await ownerAt(`${login}@acme.test`)
      await acme.enforce(true)
      const bySso = await signIn(login)
      expect(await me(owner.headers)).toBe(200)
      await provider.account(login, { email: `${login}@acme.test`, groups: ['writers'] })
      await signIn(login)
      expect(await acme.role(owner.user.id)).toBe('viewer')
      expect([await me(owner.headers), await me(bySso.headers)]).toEqual([401, 200])
    })

    it('to whom a group of the provider gives another role', async () => {
      await acme.use(provider, mapped)
      const owner = await ownerAt(`${crypto.randomUUID().slice(0, 8)}@acme.test`)
      const scim = createScim(company.server.url, (await newToken(acme)).secret)
      const members = [{ value: owner.user.id }]
      const group = await scim.call('POST', '/Groups', { displayName: 'chiefs', members })
      await acme.enforce(true)
      expect(await me(owner.headers)).toBe(200)
      await scim.call('DELETE', `/Groups/${group.body.id}`)
      expect([await acme.role(owner.user.id), await me(owner.headers)]).toEqual(['viewer', 401])
    })

    it.each(['is removed', 'leaves'])('who %s', async (how) => {
      const owner = await ownerAt(`${crypto.randomUUID().slice(0, 8)}@acme.test`)
      await acme.enforce(true)
      const { headers } = how === 'leaves' ? owner : acme.owner
      const url = `${acme.base}/members/${owner.user.id}`
      expect((await company.server.inject({ method: 'DELETE', url, headers })).statusCode).toBe(200)
      expect(await me(owner.headers)).toBe(401)
    })
  })

  it('[attack M2] refuses to confirm an address whose domain is enforced by now', async () => {
    const guest = await company.server.register()
    const email = `${crypto.randomUUID().slice(0, 8)}@acme.test`
    const ask = { email, password: PASSWORD }
    await company.server.inject({
      method: 'POST',
      url: '/api/v1/users/me/email',
      headers: guest.headers,
      payload: ask,
    })
    const [mail] = await mailsTo(company.server, email)
    await acme.enforce(true)
    const payload = { token: tokenIn(mail!.body) }
    const confirmed = await company.server.inject({ method: 'POST', url: '/api/v1/confirm-email', payload })
    expect([confirmed.statusCode, confirmed.json().code]).toEqual([403, 'company_sign_in'])
    await acme.enforce(false)
  })

  it('refuses another person who has the address of somebody by now', async () => {
    const login = await newPerson()
    await signIn(login)
    expect(await refused(await newPerson({ email: `${login}@acme.test` }))).toBe('other_person')
    // Both may have looked before either was linked.
    const [user] = await db()
      .select()
      .from(users)
      .where(eq(users.email, `${login}@acme.test`))
    const linked = db().transaction((tx) => linkIdentity(tx, acme.id, user!.id, 'another'))
    await expect(linked).rejects.toMatchObject({ problem: 'other_person' })
  })

  it('refuses the state and the code of another browser, and each of them twice', async () => {
    const login = await newPerson()
    const browser = createCookieBrowser()
    const back = await browser.signIn(await start(), login, ({ pathname }) => pathname.includes('/callback/'))
    const problemOf = async (by: typeof browser, url: URL) =>
      new URL((await by.send(url)).headers.get('location') ?? '').searchParams.get('problem')
    expect(await problemOf(createCookieBrowser(), back)).toBe('expired')
    expect(await problemOf(browser, back)).toBeNull()
    expect(await problemOf(browser, back)).toBe('expired')
    const again = await browser.send(await start())
    expect(again.status).toBe(302)
    const state = new URL(again.headers.get('location') ?? '').searchParams.get('state') ?? ''
    back.searchParams.set('state', state)
    expect(await problemOf(browser, back)).toBe('provider_refused')
  })

  it('asks the provider once an hour, and ends the session of an account that is gone there', async () => {
    const login = await newPerson()
    const { tokens, headers } = await signIn(login)
    await askedLongAgo(login, 2)
    const renewed = await refresh(tokens)
    expect(renewed.statusCode).toBe(200)
    await provider.remove(login)
    expect((await refresh(renewed.json())).statusCode).toBe(200)
    await askedLongAgo(login, 2)
    const next = (await refresh(renewed.json())).json()
    expect(next.code).toBe('session_expired')
    expect(await me(headers)).toBe(401)
    expect(await acme.log()).toContainEqual({ action: 'session_ended', reason: 'refresh_refused' })
  })

  it('ends the sessions of whom the provider has logged out, and of nobody else', async () => {
    const { browser, headers } = await signIn(await newPerson())
    const other = await signIn(await newPerson())
    await browser.logOutAt(provider.issuer)
    await expect.poll(() => me(headers)).toBe(401)
    expect(await me(other.headers)).toBe(200)
    expect(await acme.log()).toContainEqual({ action: 'session_ended', reason: 'provider_logout' })
  })

  it('ends the session of a removed member, who comes back by an invitation and not by signing in', async () => {
    const login = await newPerson()
    const { user, headers } = await signIn(login)
    await acme.call('DELETE', `${acme.base}/members/${user.id}`)
    await expect.poll(() => me(headers)).toBe(401)
    expect(await refused(login)).toBe('removed')
    await acme.call('POST', `${acme.base}/invitations`, { emails: [user.email], role: 'editor' })
    await signIn(login)
    expect(await acme.role(user.id)).toBe('editor')
  })

  it.each(['is deleted', 'has another address', 'is erased'])(
    '[issue 42.3] keeps a removed person out whose account %s, until they are invited',
    async (how) => {
      const login = await newPerson()
      const { user } = await signIn(login)
      const isTheirs = eq(users.id, user.id)
      if (how === 'is erased') {
        const { body } = await acme.call('POST', `${acme.base}/erasures`, { who: user.email })
        expect(body.erased).toContainEqual(expect.objectContaining({ kind: 'membership' }))
        await company.server.context.background.settle()
        expect(await db().$count(users, isTheirs)).toBe(0)
      } else {
        await acme.call('DELETE', `${acme.base}/members/${user.id}`)
        await (how === 'is deleted'
          ? db().delete(users).where(isTheirs)
          : db()
              .update(users)
              .set({ email: `${login}@private.test` })
              .where(isTheirs))
      }
      expect(await refused(login)).toBe('removed')
      expect(await db().$count(users, eq(users.email, `${login}@acme.test`))).toBe(0)
      await acme.call('POST', `${acme.base}/invitations`, { emails: [user.email], role: 'editor' })
      const back = await signIn(login)
      const headers = back.headers
      const url = `${acme.base}/members/${back.user.id}`
      expect((await company.server.inject({ method: 'DELETE', url, headers })).statusCode).toBe(200)
      await signIn(login)
    },
  )

  it('[issue 42.3] keeps a removed person out whose account had another address before, until they are invited', async () => {
    const login = await newPerson()
    const email = `${login}@acme.test`
    const moved = `${login}@private.test`
    const { user, headers } = await company.server.register(email)
    await signIn(login)
    const post = async (url: string, payload: object, as = {}) =>
      (await company.server.inject({ method: 'POST', url, headers: as, payload })).statusCode
    expect(await post('/api/v1/users/me/email', { email: moved, password: PASSWORD }, headers)).toBe(200)
    const [mail] = await mailsTo(company.server, moved)
    expect(await post('/api/v1/confirm-email', { token: tokenIn(mail!.body) })).toBe(200)
    const remembered = () => db().$count(removedAddresses, eq(removedAddresses.organizationId, acme.id))
    const before = await remembered()
    await acme.call('DELETE', `${acme.base}/members/${user.id}`)
    expect(await refused(login)).toBe('removed')
    expect(await db().$count(users, eq(users.email, email))).toBe(0)
    const invited = await acme.call('POST', `${acme.base}/invitations`, { emails: [moved], role: 'editor' })
    const token = invited.body.results[0].invitation.link.split('/').at(-1)
    expect(await post('/api/v1/invitations/accept', { token }, headers)).toBe(200)
    expect(await remembered()).toBe(before)
  })

  it('keeps a removed person out whom the directory had renamed', async () => {
    const login = await newPerson()
    const { user } = await signIn(login)
    const scim = createScim(company.server.url, (await newToken(acme)).secret)
    const value = `${login}.new@acme.test`
    const renamed = patchOf({ op: 'replace', path: 'userName', value })
    expect((await scim.call('PATCH', `/Users/${user.id}`, renamed)).body.userName).toBe(value)
    await acme.call('DELETE', `${acme.base}/members/${user.id}`)
    expect(await refused(login)).toBe('removed')
    expect(await db().$count(users, eq(users.email, user.email))).toBe(0)
  })

  it('lets a person sign in who was removed, was invited back, and then left', async () => {
    const login = await newPerson()
    const { user, headers } = await company.server.register(`${login}@acme.test`)
    await signIn(login)
    const url = `${acme.base}/members/${user.id}`
    await acme.call('DELETE', url)
    const invited = await acme.call('POST', `${acme.base}/invitations`, {
      emails: [user.email],
      role: 'editor',
    })
    const token = invited.body.results[0].invitation.link.split('/').at(-1)
    const accept = { method: 'POST', url: '/api/v1/invitations/accept', headers, payload: { token } } as const
    expect((await company.server.inject(accept)).statusCode).toBe(200)
    expect((await company.server.inject({ method: 'DELETE', url, headers })).statusCode).toBe(200)
    await signIn(login)
  })

  it('[S5] refuses a member more than the plan has room for', async () => {
    for (let count = 1; count < (TRIAL_PLAN.limits.members ?? 0); count++) {
      const { user } = await company.server.registerUnverified()
      await company.server.join(acme.id, { user }, 'viewer')
    }
    const login = await newPerson()
    expect(await refused(login)).toBe('organization_full')
    expect(await db().$count(users, eq(users.email, `${login}@acme.test`))).toBe(0)
  })

  it('refuses a disabled account', async () => {
    const login = await newPerson()
    const { user } = await signIn(login)
    await db().update(users).set({ disabledAt: new Date() }).where(eq(users.id, user.id))
    expect(await refused(login)).toBe('account_disabled')
  })

  onPostgres('enforced, ends a log-in with a password that began before', async () => {
    const eve = await company.server.register(`${crypto.randomUUID().slice(0, 8)}@acme.test`)
    const other = await company.server.context.database.pool.connect()
    await other.query('begin')
    await other.query('select from users where id = $1 for update', [eve.user.id])
    const logIn = company.server.logIn(eve.user.email).then((answer) => answer)
    const isWaiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await other.query(isWaiting)).rows.length).toBe(1)
    expect((await acme.enforce(true)).status).toBe(200)
    await other.query('rollback')
    other.release()
    expect((await logIn).json().code).toBe('company_sign_in')
    const isOpen = and(eq(sessions.userId, eve.user.id), isNull(sessions.revokedAt))
    expect(await db().$count(sessions, isOpen)).toBe(0)
    // Neither a log-in nor a device that is known: only those of the registration.
    expect(await db().$count(sessions, eq(sessions.userId, eve.user.id))).toBe(1)
    expect(await db().$count(signIns, eq(signIns.userId, eve.user.id))).toBe(1)
    await acme.enforce(false)
  })

  it('enforced takes passwords from owners alone, and ends the other sessions of the domain', async () => {
    const email = `${crypto.randomUUID().slice(0, 8)}@acme.test`
    const bob = await company.server.register(email)
    const guest = await company.server.register()
    const bySso = await signIn(await newPerson())
    const ownerEmail = `${crypto.randomUUID().slice(0, 8)}@acme.test`
    await acme.call('POST', `${acme.base}/invitations`, { emails: [ownerEmail], role: 'viewer' })
    const owner = await company.server.register(ownerEmail)
    const ownerLogin = await newPerson({ email: ownerEmail })
    await signIn(ownerLogin)
    await acme.call('PATCH', `${acme.base}/members/${owner.user.id}`, { role: 'owner' })

    expect((await acme.enforce(true)).status).toBe(200)
    expect([await me(bob.headers), await me(guest.headers)]).toEqual([401, 200])
    expect([await me(bySso.headers), await me(owner.headers)]).toEqual([200, 200])
    expect(await acme.log()).toContainEqual({ action: 'enforced' })

    const code = async (url: string, payload: object) =>
      (await company.server.inject({ method: 'POST', url, payload })).json().code
    const refusal = (await company.server.logIn(email)).json()
    expect(refusal.code).toBe('company_sign_in')
    expect((await company.server.logIn(email, 'wrong')).json()).toEqual(refusal)
    expect((await company.server.logIn(ownerEmail, 'wrong')).json()).toEqual(refusal)
    expect((await company.server.logIn(ownerEmail)).statusCode).toBe(200)
    expect(await code('/forgot-password', { email })).toBe('company_sign_in')
    expect(await code('/forgot-password', { email: ownerEmail })).toBe('company_sign_in')
    expect(await code('/api/v1/register', { email: 'new@acme.test', password: PASSWORD })).toBe(
      'company_sign_in',
    )
    const payload = { email: 'guest@acme.test', password: PASSWORD }
    const changed = await company.server.inject({
      method: 'POST',
      url: '/api/v1/users/me/email',
      headers: guest.headers,
      payload,
    })
    expect(changed.json().code).toBe('company_sign_in')
    expect((await company.server.logIn(guest.user.email)).statusCode).toBe(200)
    expect(await code('/api/v1/register', { email: 'new@globex.test', password: PASSWORD })).toBeUndefined()

    expect((await acme.enforce(false)).status).toBe(200)
    expect((await company.server.logIn(email)).statusCode).toBe(200)
  })

  it('ends within a day where the provider is not set any more, or says nothing', async () => {
    const login = await newPerson()
    const { tokens } = await signIn(login)
    await db().update(providerSessions).set({ refreshToken: null }).where(eq(providerSessions.subject, login))
    await askedLongAgo(login, 23)
    const renewed = await refresh(tokens)
    expect(renewed.statusCode).toBe(200)
    await askedLongAgo(login, 25)
    expect((await refresh(renewed.json())).statusCode).toBe(401)
    const second = await signIn(login)
    await acme.call('DELETE', acme.at())
    expect((await refresh(second.tokens)).statusCode).toBe(401)
    await acme.use(provider)
  })

  it.each(['the organization', 'the account of its only owner'])(
    'ends what the provider has begun when %s is deleted',
    async (what) => {
      const globex = await foundCompany(company)
      const person = await signIn(await newPerson())
      await db()
        .update(providerSessions)
        .set({ organizationId: globex.id })
        .where(eq(providerSessions.organizationId, acme.id))
      const deleted = await (what === 'the organization'
        ? globex.call('POST', `${globex.base}/delete`, {
            name: (await globex.call('GET', globex.base)).body.name,
          })
        : globex.call('POST', '/api/v1/users/me/delete', { password: PASSWORD }))
      expect(deleted.status).toBe(200)
      expect((await refresh(person.tokens)).statusCode).toBe(401)
      expect(await me(person.headers)).toBe(401)
    },
  )

  it('is changed by owners alone: whoever names the provider could sign in as one', async () => {
    const admin = await signIn(await newPerson())
    await acme.call('PATCH', `${acme.base}/members/${admin.user.id}`, { role: 'admin' })
    const put = (payload: object, url = acme.at()) =>
      company.server.inject({ method: 'PUT', url, headers: admin.headers, payload })
    expect((await put({ enforced: true }, acme.at('/enforcement'))).statusCode).toBe(403)
    expect((await company.server.inject({ url: acme.at(), headers: admin.headers })).statusCode).toBe(200)
    expect(JSON.stringify(await acme.all())).not.toContain(provider.clientSecret)
  })

  it('sends a kept secret to no other issuer', async () => {
    const answer = await acme.call('PUT', acme.at(), {
      issuer: 'https://evil.test',
      client_id: 'x',
      default_role: 'viewer',
      role_claim: '',
      role_mappings: [],
    })
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, ['client_secret']])
  })

  describe('whoever has no password', () => {
    const end = (headers: Bearer, payload: object = {}) =>
      company.server.inject({ method: 'POST', url: '/api/v1/users/me/delete', headers, payload })
    const hasPassword = async (headers: Bearer) =>
      (await company.server.inject({ url: '/api/v1/users/me', headers })).json().has_password
    const begunAgo = (userId: string, minutes: number) =>
      db()
        .update(sessions)
        .set({ createdAt: sql`now() - make_interval(mins => ${minutes})` })
        .where(eq(sessions.userId, userId))

    it('deletes the account within ten minutes of a log-in through the provider', async () => {
      const { headers, user } = await signIn(await newPerson())
      expect(user.has_password).toBe(false)
      expect((await end(headers, { password: PASSWORD })).json().fields).toEqual({
        password: 'Wrong password.',
      })
      await begunAgo(user.id, 11)
      expect((await end(headers)).json().code).toBe('log_in_again')
      await begunAgo(user.id, 9)
      expect((await end(headers)).statusCode).toBe(200)
      expect(await me(headers)).toBe(401)
    })

    it('gets one by a mailed link, unless the provider is required', async () => {
      const login = await newPerson()
      const { user } = await signIn(login)
      await company.server.inject({ method: 'POST', url: '/forgot-password', payload: { email: user.email } })
      const [mail] = await mailsTo(company.server, user.email)
      const payload = { token: tokenIn(mail!.body), new_password: PASSWORD }
      await company.server.inject({ method: 'POST', url: '/reset-password', payload })
      const { access_token } = (await company.server.logIn(user.email)).json()
      expect(await hasPassword({ authorization: `Bearer ${access_token}` })).toBe(true)
      const again = await signIn(login)
      expect((await end(again.headers)).json().fields).toEqual({ password: 'Wrong password.' })
      await acme.enforce(true)
      expect((await signIn(login)).user.has_password).toBe(false)
      expect(await hasPassword(acme.owner.headers)).toBe(true)
      await acme.enforce(false)
    })
  })

  it('keeps what is left out, and a secret only for the client that it opens', async () => {
    const role_mappings = [{ value: 'leads', role: 'admin' }]
    await acme.use(provider, { role_claim: 'groups', role_mappings })
    const put = (body: object) => acme.call('PUT', acme.at(), body)
    expect(Object.keys((await put({ client_id: 'another' })).body.fields)).toEqual(['client_secret'])
    expect((await put({ default_role: 'editor' })).body.provider).toEqual({
      issuer: provider.issuer,
      client_id: provider.clientId,
      default_role: 'editor',
      role_claim: 'groups',
      role_mappings,
      enforced: false,
    })
    expect((await acme.call('POST', acme.at('/test'))).body.problem).toBeNull()
    await acme.use(provider)
    const globex = await foundCompany(company)
    const first = await globex.call('PUT', globex.at(), { issuer: provider.issuer, client_secret: 'x' })
    expect(Object.keys(first.body.fields)).toEqual(['client_id'])
  })

  onPostgres('keeps the secret that another owner saves now', async () => {
    const secret = () => db().select({ is: identityProviders.clientSecret }).from(identityProviders)
    const [before] = await secret()
    const other = await company.server.context.database.pool.connect()
    await other.query('begin')
    await other.query(`update identity_providers set client_secret = 'newer'`)
    const saved = acme.call('PUT', acme.at(), { default_role: 'admin' })
    const isWaiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await other.query(isWaiting)).rows.length).toBe(1)
    await other.query('commit')
    other.release()
    expect((await saved).status).toBe(200)
    expect(await secret()).toEqual([{ is: 'newer' }])
    await db().update(identityProviders).set({ clientSecret: before!.is })
    await acme.use(provider)
  })
})
