import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { refusalsOf } from '../../server/developers/reference/operations.ts'
import { users } from '../../server/kernel/db/schema/index.ts'
import { account } from '../../src/services/contract/operations/account.ts'
import { mailsTo, tokenIn } from '../harness/mails.ts'
import { serve } from '../harness/serve.ts'
import { PASSWORD, type Person } from '../harness/server.ts'
import { openFor } from '../harness/socket.ts'
import { codeOf } from '../harness/totp.ts'

const UNVERIFIED = { code: 'email_unverified', detail: expect.stringMatching(/^Confirm your email address/) }

describe('an address that no mailed link has proven', async () => {
  const server = await serve({ administrators: ['root@example.test'] })
  const call = ({ headers }: Pick<Person, 'headers'>, method: string, url: string, payload?: object) =>
    server.inject({ method: method as 'POST', url: `/api/v1${url}`, headers, ...(payload && { payload }) })
  const confirm = (token: string) =>
    server.inject({ method: 'POST', url: '/api/v1/confirm-email', payload: { token } })
  const linkOf = async ({ user }: Person) => {
    const [mail] = await mailsTo(server, user.email)
    return tokenIn(mail?.body ?? '')
  }
  /** Somebody with an organization, an assistant and an invitation in it; `open` is the invitation's link. */
  const furnished = async (person: Person) => {
    const { id } = await server.found(person)
    const assistant = (
      await call(person, 'POST', `/organizations/${id}/integrations`, { name: 'Desk' })
    ).json()
    return { organizationId: id, assistantId: assistant.id as string }
  }
  const prove = (person: Person, at: Date | null) =>
    server.context.db.update(users).set({ emailVerifiedAt: at }).where(eq(users.id, person.user.id))

  it('lets the account work: organization, knowledge, assistant, question', async () => {
    const person = await server.registerUnverified()
    expect(person.user.email_verified).toBe(false)
    const { organizationId, assistantId } = await furnished(person)
    const base = await call(person, 'POST', `/organizations/${organizationId}/knowledge-bases`, { name: 'x' })
    const asked = await call(person, 'POST', `/integrations/${assistantId}/messages`, {
      content: 'Hello?',
      config: 'draft',
    })
    expect([base.statusCode, asked.statusCode]).toEqual([201, 201])
  })

  it('blocks features that reach others or outlive a session until the link is followed', async () => {
    const person = await server.registerUnverified()
    const { organizationId, assistantId } = await furnished(person)
    const invitations = `/organizations/${organizationId}/invitations`
    const invite = { emails: ['x@example.test'], role: 'viewer' }
    await prove(person, new Date())
    const { results } = (await call(person, 'POST', invitations, invite)).json()
    await prove(person, null)
    const tries = async () => {
      const answers = []
      for (const [method, url, body] of [
        ['POST', invitations, invite],
        ['POST', `/invitations/${results[0].invitation.id}/resend`],
        ['POST', `/integrations/${assistantId}/publish`],
        ['PATCH', `/integrations/${assistantId}/public-page`, { state: 'on' }],
        ['POST', '/users/me/api-keys', { name: 'x', scopes: ['read'], expires_in_days: 1 }],
        ['POST', '/users/me/email', { email: `${crypto.randomUUID()}@example.test`, password: PASSWORD }],
      ] as const)
        answers.push(await call(person, method, url, body))
      return answers
    }
    for (const answer of await tries()) expect([answer.statusCode, answer.json()]).toEqual([403, UNVERIFIED])
    expect((await confirm(await linkOf(person))).statusCode).toBe(200)
    expect((await call(person, 'GET', '/users/me')).json().email_verified).toBe(true)
    expect((await tries()).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 201, 200])
  })

  it('may still take a page from the public', async () => {
    const person = await server.register()
    const { assistantId } = await furnished(person)
    await call(person, 'POST', `/integrations/${assistantId}/publish`)
    const page = (state: string) =>
      call(person, 'PATCH', `/integrations/${assistantId}/public-page`, { state })
    expect((await page('on')).statusCode).toBe(200)
    await prove(person, null)
    expect([(await page('paused')).statusCode, (await page('off')).statusCode]).toEqual([200, 200])
    expect((await page('on')).statusCode).toBe(403)
  })

  it('does not administer the installation, however early it was registered', async () => {
    const person = await server.registerUnverified('root@example.test')
    expect((await call(person, 'GET', '/system')).json().is_administrator).toBe(false)
    expect((await call(person, 'GET', '/feedback')).statusCode).toBe(403)
    await confirm(await linkOf(person))
    expect((await call(person, 'GET', '/feedback')).statusCode).toBe(200)
  })

  it('is sent the link again, which ends the one before; and none once it is proven', async () => {
    const person = await server.registerUnverified()
    const first = await linkOf(person)
    const again = () => call(person, 'POST', '/users/me/verification')
    expect((await again()).statusCode).toBe(200)
    const second = await linkOf(person)
    expect((await confirm(first)).json().code).toBe('link_invalid')
    expect((await confirm(second)).statusCode).toBe(200)
    expect((await confirm(second)).statusCode).toBe(410)
    const confirmed = await again()
    expect([confirmed.statusCode, confirmed.json()]).toEqual([
      200,
      { message: 'Your email address is already confirmed.' },
    ])
    expect(refusalsOf(account.sendVerification)).not.toHaveProperty('409')
    expect(await mailsTo(server, person.user.email)).toEqual([])
  })

  it('is proven in every open page at once', async () => {
    const person = await server.registerUnverified()
    const { id } = await server.found(person)
    const ear = openFor(server, person, `/api/ws/organizations/${id}`)
    await ear.next('hello')
    await confirm(await linkOf(person))
    expect((await ear.next('account_update')).data).toEqual({})
    ear.socket.close()
  })

  it('is proven by a password reset, which takes away a second step that somebody else had set up', async () => {
    const person = await server.registerUnverified()
    const setup = await call(person, 'POST', '/users/me/two-factor/setup', { password: PASSWORD })
    const code = codeOf(setup.json().secret)
    expect((await call(person, 'POST', '/users/me/two-factor/confirm', { code })).statusCode).toBe(200)
    await server.inject({ method: 'POST', url: '/forgot-password', payload: { email: person.user.email } })
    const payload = { token: await linkOf(person), new_password: 'Staple-9-battery' }
    expect((await server.inject({ method: 'POST', url: '/reset-password', payload })).statusCode).toBe(200)
    const answer = await server.logIn(person.user.email, payload.new_password)
    expect(answer.statusCode).toBe(200)
    const headers = { authorization: `Bearer ${answer.json().access_token}` }
    expect((await call({ headers }, 'GET', '/users/me')).json().email_verified).toBe(true)
    const [mail] = await mailsTo(server, person.user.email)
    expect(mail?.body).toContain('turned off two-factor log-in')
  })

  describe('and an invitation', () => {
    const invited = async (email: string) => {
      const owner = await server.register()
      const { id } = await server.found(owner)
      const answer = await call(owner, 'POST', `/organizations/${id}/invitations`, {
        emails: [email],
        role: 'viewer',
      })
      const copied = answer.json().results[0].invitation.link.split('/').at(-1) as string
      const [mail] = await mailsTo(server, email)
      return { copied, mailed: tokenIn(mail?.body ?? '') }
    }
    const accept = (person: Person, token: string) => call(person, 'POST', '/invitations/accept', { token })

    it('is not accepted by the link that the inviter can copy, and is proven by the mailed one', async () => {
      const thief = await server.registerUnverified()
      const { copied, mailed } = await invited(thief.user.email)
      const refused = await accept(thief, copied)
      expect([refused.statusCode, refused.json()]).toEqual([403, UNVERIFIED])
      const forged = `${copied}.${mailed.split('.')[1]?.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'))}`
      expect((await accept(thief, forged)).statusCode).toBe(403)
      expect((await accept(thief, mailed)).statusCode).toBe(200)
      expect((await call(thief, 'GET', '/users/me')).json().email_verified).toBe(true)
    })

    it('tells the reader of the mail alone whether the address has an account', async () => {
      const { user } = await server.register()
      const { copied, mailed } = await invited(user.email)
      const offer = async (token: string) =>
        (await server.inject({ url: `/api/v1/invitations/${token}` })).json().has_account
      expect([await offer(copied), await offer(mailed)]).toEqual([null, true])
    })
  })
})
