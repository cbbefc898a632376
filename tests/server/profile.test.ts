import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { memberships } from '../../server/kernel/db/schema/index.ts'
import { holdRows } from '../harness/held-rows.ts'
import { organizationOn } from '../harness/knowledge.ts'
import { mailsTo, tokenIn } from '../harness/mails.ts'
import { onPostgres } from '../harness/runs.ts'
import { serve } from '../harness/serve.ts'
import { PASSWORD, type Person } from '../harness/server.ts'
import { openFor } from '../harness/socket.ts'

const picture = (format: 'png' | 'jpeg' | 'webp') =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#9C2F1F' } })
    .withExif({ IFD0: { Artist: 'Somebody at home', Software: 'A camera' } })
    .toFormat(format)
    .toBuffer()

/** A whole PNG whose header claims 50,000 by 50,000 pixels. */
const HUGE =
  '89504e470d0a1a0a0000000d494844520000c3500000c3500802000000c4cdaa9d0000000c49444154789c6360a03d00000064000186643c350000000049454e44ae426082'

describe('the profile', async () => {
  const server = await serve()
  const call = ({ headers }: Person, method: string, url: string, payload?: object) =>
    server.inject({ method: method as 'POST', url, headers, ...(payload && { payload }) })
  const upload = ({ headers }: Person, url: string, content: Buffer | string, field = 'file') => {
    const form = new FormData()
    form.append(field, new Blob([content as BlobPart]), 'me.png')
    return server.inject({ method: 'POST', url, headers, payload: form })
  }
  const photo = (person: Person, content: Buffer | string, field?: string) =>
    upload(person, '/api/v1/users/me/photo', content, field)

  it('[S7.me-patch] takes names, job title, time zone and language', async () => {
    const person = await server.register()
    const patch = {
      first_name: 'Ada',
      last_name: 'Holm',
      job_title: 'Head of boots',
      timezone: 'Europe/Oslo',
      locale: 'nb-NO',
    }
    expect((await call(person, 'PATCH', '/api/v1/users/me', patch)).json()).toMatchObject(patch)
  })

  it.each([
    ['first_name', 'https://spam.test'],
    ['first_name', 'Win at www.spam'],
    ['first_name', 'spam.test'],
    ['last_name', 'ｓｐａｍ．ｔｅｓｔ'],
    ['last_name', 'Ring ada@spam.test'],
    ['last_name', ' '],
    ['timezone', 'Moon/Sea'],
    ['locale', 'not a language'],
    ['job_title', 'x'.repeat(81)],
  ])('[S7.me-patch] refuses %s %j and names the field', async (field, value) => {
    const answer = await call(await server.register(), 'PATCH', '/api/v1/users/me', { [field]: value })
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, [field]])
  })

  it.each(['png', 'jpeg', 'webp'] as const)(
    '[attack S29] [S7.photo] draws a %s anew as a square without what the file said',
    async (format) => {
      const person = await server.register()
      const file = await picture(format)
      expect(file.includes('Somebody at home')).toBe(true)
      const { profile_picture_url } = (await photo(person, file)).json()
      const answer = await server.inject({ url: profile_picture_url })
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      const { width, height, exif, xmp, icc } = await sharp(answer.rawPayload).metadata()
      expect({ width, height, exif, xmp, icc }).toEqual({ width: 512, height: 512 })
      expect(answer.rawPayload.includes('Somebody')).toBe(false)
    },
  )

  it('[S7.photo] gives each photo an address of its own, and forgets the one before', async () => {
    const person = await server.register()
    const first = (await photo(person, await picture('png'))).json().profile_picture_url
    const second = (await photo(person, await picture('png'))).json().profile_picture_url
    expect(second).not.toBe(first)
    expect((await server.inject({ url: first })).statusCode).toBe(404)
    const gone = await call(person, 'DELETE', '/api/v1/users/me/photo')
    expect(gone.json().profile_picture_url).toBeNull()
    expect((await server.inject({ url: second })).statusCode).toBe(404)
  })

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 422],
    ['a page', '<!doctype html><script>alert(1)</script>', 422],
    ['a PNG of 50,000 by 50,000', Buffer.from(HUGE, 'hex'), 422],
    ['half a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 422],
    ['nothing', '', 422],
    ['too much', Buffer.alloc(5 * 1024 * 1024 + 1), 413],
  ])('[attack S29] [S7.photo] refuses %s, whatever it is called', async (_, content, status) => {
    const person = await server.register()
    expect((await photo(person, content)).statusCode).toBe(status)
    expect((await call(person, 'GET', '/api/v1/users/me')).json().profile_picture_url).toBeNull()
  })

  it('[S7.photo] wants the field to be called file', async () => {
    expect((await photo(await server.register(), await picture('png'), 'photo')).statusCode).toBe(422)
  })

  it('changes the address after the password and a link to the new one', async () => {
    const person = await server.register()
    const email = `new.${person.user.email}`
    const ask = (password: string, to = email) =>
      call(person, 'POST', '/api/v1/users/me/email', { email: to, password })
    expect((await ask('wrong')).json().fields).toEqual({ password: 'Wrong password.' })
    expect((await ask(PASSWORD)).statusCode).toBe(200)
    expect((await call(person, 'GET', '/api/v1/users/me')).json().email).toBe(person.user.email)
    const [mail] = await mailsTo(server, email)
    const confirm = () =>
      server.inject({
        method: 'POST',
        url: '/api/v1/confirm-email',
        payload: { token: tokenIn(mail?.body ?? '') },
      })
    expect((await confirm()).statusCode).toBe(200)
    const changed = (await call(person, 'GET', '/api/v1/users/me')).json()
    expect(changed).toMatchObject({ email, email_verified: true })
    expect((await confirm()).statusCode).toBe(410)
    expect((await server.logIn(email)).statusCode).toBe(200)
    const told = await mailsTo(server, person.user.email)
    expect(told.map(({ subject }) => subject)).toEqual(['Your email address was changed'])
  })

  it('does not change to an address that somebody else took meanwhile', async () => {
    const person = await server.register()
    const email = `new.${person.user.email}`
    await call(person, 'POST', '/api/v1/users/me/email', { email, password: PASSWORD })
    const [mail] = await mailsTo(server, email)
    await server.register(email)
    const payload = { token: tokenIn(mail?.body ?? '') }
    const answer = await server.inject({ method: 'POST', url: '/api/v1/confirm-email', payload })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'email_taken'])
  })

  it.each(["Anne-Marie O'Neill", 'J.R.R.', 'Dr. Ada', 'Ада', 'Николай Jr.'])(
    '[S7.me-patch] takes %s for a name',
    async (last_name) => {
      const answer = await call(await server.register(), 'PATCH', '/api/v1/users/me', { last_name })
      expect([answer.statusCode, answer.json().last_name]).toEqual([200, last_name])
    },
  )

  it('deletes the account and the organizations that nobody else is in', async () => {
    const { person, organizationId: id } = await organizationOn(server, 'Alone')
    expect((await call(person, 'GET', '/api/v1/users/me/deletion')).json()).toEqual({
      blocked_by: [],
      deletes: [{ id, name: 'Alone' }],
    })
    const end = (password: string) => call(person, 'POST', '/api/v1/users/me/delete', { password })
    expect((await end('wrong')).statusCode).toBe(422)
    expect((await end(PASSWORD)).statusCode).toBe(200)
    expect((await call(person, 'GET', '/api/v1/users/me')).statusCode).toBe(401)
    expect((await server.logIn(person.user.email)).statusCode).toBe(401)
    const { rows } = await server.database.pool.query('select 1 from organizations where id = $1', [id])
    expect(rows).toEqual([])
  })

  const ownedBy = async ({ user }: Person) =>
    (await server.database.pool.query('select from memberships where user_id = $1', [user.id])).rowCount

  onPostgres.each(['photo', 'logo'])('takes a %s that is uploaded twice at once', async (what) => {
    const person = await server.register()
    const { id } = await server.found(person)
    const [url, owner] =
      what === 'photo'
        ? ['/api/v1/users/me/photo', `users where id = '${person.user.id}'`]
        : [`/api/v1/organizations/${id}/logo`, `organizations where id = '${id}'`]
    const held = await holdRows(server, `select from ${owner} for update`)
    const content = await picture('png')
    const both = [upload(person, url, content), upload(person, url, content)]
    await held.waiters(2)
    await held.release()
    expect((await Promise.all(both)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  })

  it('keeps the account and its organizations if it cannot be deleted', async () => {
    const person = await server.register()
    await server.found(person, 'Alone')
    const { pool } = server.database
    await pool.query(
      `create table holders (id uuid references users); insert into holders values ('${person.user.id}')`,
    )
    const end = () => call(person, 'POST', '/api/v1/users/me/delete', { password: PASSWORD })
    expect((await end()).statusCode).toBeGreaterThanOrEqual(400)
    expect(await ownedBy(person)).toBe(1)
    await pool.query('drop table holders')
    expect((await end()).statusCode).toBe(200)
  })

  onPostgres('leaves no organization that was created while the account was being deleted', async () => {
    const person = await server.register()
    const held = await holdRows(server, `select from sessions where user_id = '${person.user.id}' for update`)
    const deletion = call(person, 'POST', '/api/v1/users/me/delete', { password: PASSWORD })
    await held.waiters(1)
    const creation = call(person, 'POST', '/api/v1/organizations', { name: 'Left behind' })
    await Promise.race([held.waiters(2), creation])
    await held.release()
    expect((await deletion).statusCode).toBe(200)
    expect((await creation).statusCode).toBe(404)
    const { rows } = await server.database.pool.query(`select from organizations where name = 'Left behind'`)
    expect(rows).toEqual([])
  })

  it('keeps the account while others would be left without an owner', async () => {
    const { person, organizationId } = await organizationOn(server, 'Shared')
    const other = await server.register()
    const { db } = server.context
    await server.join(organizationId, other, 'admin')
    const end = () => call(person, 'POST', '/api/v1/users/me/delete', { password: PASSWORD })
    const refused = await end()
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'last_owner_of'])
    expect(refused.json().detail).toContain('“Shared”')
    await db.update(memberships).set({ role: 'owner' }).where(eq(memberships.userId, other.user.id))
    const ear = openFor(server, other, `/api/ws/organizations/${organizationId}`)
    await ear.next('hello')
    expect((await end()).statusCode).toBe(200)
    expect((await ear.next('member_update')).data).toEqual({ user_id: person.user.id })
    ear.socket.close()
    expect((await call(other, 'GET', `/api/v1/organizations/${organizationId}`)).statusCode).toBe(200)
  })

  it.each([
    ['an organization more', ['first']],
    ['an organization less', ['first', 'second', 'gone']],
    ['another organization', ['first', 'gone']],
  ])('deletes nothing if %s would be deleted than the person was shown', async (_, shown) => {
    const person = await server.register()
    const ids: Record<string, string> = {
      gone: 'gone',
      first: (await server.found(person, 'First')).id,
      second: (await server.found(person, 'Second')).id,
    }
    const end = (names: string[]) =>
      call(person, 'POST', '/api/v1/users/me/delete', {
        password: PASSWORD,
        deletes: names.map((name) => ids[name]),
      })
    const refused = await end(shown)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'deletion_changed'])
    expect((await call(person, 'GET', `/api/v1/organizations/${ids.second}`)).statusCode).toBe(200)
    expect((await end(['second', 'first'])).statusCode).toBe(200)
    expect((await server.logIn(person.user.email)).statusCode).toBe(401)
  })

  describe('an organization', () => {
    it('[S3.3] is named, described and given a logo by its owner and admins alone', async () => {
      const { person: owner, organizationId: id } = await organizationOn(server)
      const url = `/api/v1/organizations/${id}`
      const change = (person: Person) => call(person, 'PATCH', url, { name: ' Acme & Co ', description: 'x' })
      expect((await change(owner)).json()).toMatchObject({ name: 'Acme & Co', description: 'x' })
      expect((await call(owner, 'PATCH', url, { name: ' ' })).json().fields).toHaveProperty('name')
      const member = await server.register()
      expect((await change(member)).statusCode).toBe(404)
      await server.join(id, member, 'editor')
      expect((await change(member)).statusCode).toBe(403)
      expect((await upload(member, `${url}/logo`, await picture('png'))).statusCode).toBe(403)
      const { logo_url } = (await upload(owner, `${url}/logo`, await picture('png'))).json()
      expect((await server.inject({ url: logo_url })).statusCode).toBe(200)
      expect((await upload(owner, `${url}/logo`, Buffer.alloc(2 * 1024 * 1024 + 1))).statusCode).toBe(413)
      expect((await call(owner, 'DELETE', `${url}/logo`)).json().logo_url).toBeNull()
    })

    it('is deleted by an owner who types its name', async () => {
      const { person: owner, organizationId: id } = await organizationOn(server, 'Old name')
      const url = `/api/v1/organizations/${id}/delete`
      const admin = await server.register()
      expect((await call(admin, 'POST', url, { name: 'Old name' })).statusCode).toBe(404)
      await server.join(id, admin, 'admin')
      expect((await call(admin, 'POST', url, { name: 'Old name' })).statusCode).toBe(403)
      expect((await call(owner, 'POST', url, { name: 'old' })).json().fields).toHaveProperty('name')
      expect((await call(owner, 'POST', url, { name: 'Old name' })).statusCode).toBe(200)
      expect((await call(owner, 'GET', `/api/v1/organizations/${id}`)).statusCode).toBe(404)
    })
  })
})
