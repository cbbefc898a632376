import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { auditEntries, memberships } from '../../../server/kernel/db/schema/index.ts'
import { foundCompany, startCompanyServer } from '../../harness/company.ts'
import { HELD_MAX, threadCpu, watchLoop } from '../../harness/measurements.ts'
import { oddTexts, oddValues } from '../../harness/odd-values.ts'
import { everyOther } from '../../harness/runs.ts'
import { createScim, newToken, patchOf } from '../../harness/scim.ts'
import { closedAfterwards } from '../../harness/serve.ts'

const CPU_MAX = 500 // ms, for what a parser could take minutes for

describe('attacks by a provider', async () => {
  const company = closedAfterwards(await startCompanyServer())
  const acme = await foundCompany(company)
  const harbour = await foundCompany(company)
  await acme.verify('acme.test')
  await harbour.verify('harbour.test')
  const scim = createScim(company.server.url, (await newToken(acme)).secret)
  const other = createScim(company.server.url, (await newToken(harbour)).secret)
  const person = (await scim.call('POST', '/Users', { userName: 'ann@acme.test', externalId: 'E' })).body.id
  const members = [{ value: person }]
  const group = (await scim.call('POST', '/Groups', { displayName: 'Docks', members })).body.id

  const measured = async (call: () => Promise<{ status: number }>) => {
    const before = threadCpu()
    const { status } = await call()
    return { status, isCheap: threadCpu() - before < CPU_MAX }
  }

  it('[attack S1] [S5] are not helped by the token of another organization', async () => {
    const unknown = crypto.randomUUID()
    const off = patchOf({ op: 'replace', path: 'active', value: false })
    for (const [kind, id] of [
      ['Users', person],
      ['Groups', group],
    ] as const)
      for (const [method, body] of [
        ['GET', undefined],
        ['PUT', { userName: 'x@harbour.test', displayName: 'x' }],
        ['PATCH', off],
        ['DELETE', undefined],
      ] as const) {
        const foreign = await other.call(method, `/${kind}/${id}`, body)
        const nothing = await other.call(method, `/${kind}/${unknown}`, body)
        expect([method, kind, foreign.status]).toEqual([method, kind, 404])
        expect(JSON.stringify(foreign.body).replace(id, '')).toBe(
          JSON.stringify(nothing.body).replace(unknown, ''),
        )
      }
    for (const path of ['/Users', '/Groups'])
      expect((await other.call('GET', path)).body.totalResults).toBe(0)
    // Nor can it claim the address, the person as a member of its own group, or the account.
    expect((await other.call('POST', '/Users', { userName: 'ann@acme.test' })).status).toBe(403)
    const members = [{ value: person }]
    expect((await other.call('POST', '/Groups', { displayName: 'x', members })).status).toBe(400)
    const mine = (await other.call('POST', '/Users', { userName: 'bob@harbour.test' })).body.id
    const rename = patchOf({ op: 'replace', path: 'userName', value: 'ann@acme.test' })
    expect((await other.call('PATCH', `/Users/${mine}`, rename)).status).toBe(403)
    expect(await acme.role(person)).toBe('viewer')
  })

  it('[attack S21] have no filter that changes what is asked, or stops the server', async () => {
    const or = (count: number) => Array(count).fill('a pr').join(' or ')
    for (const filter of [
      `userName eq "${'\\a'.repeat(40)}`,
      `userName eq "${'\\"'.repeat(40)}"`,
      `userName eq "a\n${'\n'.repeat(40)}`,
      `userName eq "a\r\nb"`,
      `userName eq "\u0000"`,
      Array(20).fill('(a eq 1 or b eq 1)').join(' and '),
      `(${or(9)}) and (${or(9)}) and (${or(9)})`,
      '('.repeat(390),
      `${'a.'.repeat(190)}b pr`,
      `userName eq "x" ${' '.repeat(20_000)}`,
      'zzz',
      'userName eq',
      '"',
      ')',
      '{"userName":["pr"]}',
      '',
    ]) {
      const answer = await measured(() => scim.filtered('/Users', filter))
      expect({ ...answer, filter }).toEqual({ status: expect.any(Number), isCheap: true, filter })
      expect(answer.status, filter).toBeLessThan(500)
    }
    for (const filter of [`(${or(24)}) and (${or(24)})`, or(50), `a[${or(24)}]`, 'not (userName pr)'])
      expect(await measured(() => scim.filtered('/Users', filter))).toMatchObject({ isCheap: true })
    expect((await scim.filtered('/Users', 'userName eq "x\\" or userName pr')).status).toBe(400)
    expect((await scim.filtered('/Users', 'userName eq "" or "1" eq "1"')).body.totalResults ?? 0).toBe(0)
    expect((await scim.filtered('/Users', "userName eq \"x' or '1'='1\"")).body.totalResults).toBe(0)
  })

  it('[attack S21] have no path and no member of a patch that does', async () => {
    for (const path of [
      `members[value eq "${'\\a'.repeat(40)}"]`,
      `members[value eq "x" or value pr]`,
      `members[${'value pr or '.repeat(200)}value pr]`,
      `members${'.a'.repeat(1000)}`,
      `members.value`,
      `name[${'('.repeat(300)}]`,
      `name.${'a.'.repeat(150)}b`,
      'name.__proto__.isAdmin',
      'displayName.constructor',
    ])
      for (const kind of [`/Groups/${group}`, `/Users/${person}`]) {
        const patch = patchOf({ op: 'replace', path, value: 'x' })
        const { status, isCheap } = await measured(() => scim.call('PATCH', kind, patch))
        expect([path, isCheap, status < 500]).toEqual([path, true, true])
      }
    const value = [{ value: `${person}" or value pr or value eq "` }]
    await scim.call('PATCH', `/Groups/${group}`, patchOf({ op: 'remove', path: 'members', value }))
    expect((await scim.call('GET', `/Groups/${group}`)).body.members).toHaveLength(1)
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
  })

  it('[operate L3] reads filters by the kind of an address, and tells when somebody was deactivated', async () => {
    const filter = encodeURIComponent('emails[type eq "work"].value eq "ann@acme.test"')
    expect(await scim.call('GET', `/Users?filter=${filter}`)).toMatchObject({
      status: 200,
      body: { totalResults: 1, Resources: [{ id: person }] },
    })
    const bob = (await scim.call('POST', '/Users', { userName: 'bob@acme.test' })).body
    const off = patchOf({ op: 'replace', path: 'active', value: false })
    const { body } = await scim.call('PATCH', `/Users/${bob.id}`, off)
    expect(Date.parse(body.meta.lastModified)).toBeGreaterThan(Date.parse(bob.meta.lastModified))
  })

  it('[attack M1] [review 9] of a directory of thousands, one person is found without reading the others', async () => {
    const { db } = company.server.context
    await db.execute(sql`
      with made as (
        insert into users (email, password_hash)
        select 'p' || n || '@acme.test', '' from generate_series(1, 5000) n returning id
      ) insert into provisioned_users (organization_id, user_id) select ${acme.id}, id from made`)
    const watch = watchLoop()
    const filter = (text: string) => `/Users?filter=${encodeURIComponent(text)}`
    const one = await scim.call('GET', filter('userName eq "P77@acme.test"'))
    expect(one.body).toMatchObject({ totalResults: 1, Resources: [{ userName: 'p77@acme.test' }] })
    expect((await scim.call('GET', `/Users/${one.body.Resources[0].id}`)).status).toBe(200)
    expect((await scim.call('GET', `/Users/${'x'.repeat(40)}`)).status).toBe(404)
    expect(watch.end()).toBeLessThan(HELD_MAX)
    const all = watchLoop()
    expect((await scim.call('GET', filter('active eq false'))).body.totalResults).toBeGreaterThanOrEqual(5000)
    expect(all.end()).toBeLessThan(HELD_MAX)
    await db.execute(sql`delete from users where email ~ '^p[0-9]+@acme.test$'`)
  })

  it('[attack S23] take no time with many members and many operations', async () => {
    const many = Array.from({ length: 1000 }, () => ({ value: crypto.randomUUID() }))
    const path = `/Groups/${group}`
    for (const body of [
      patchOf({ op: 'remove', path: 'members', value: many }),
      patchOf({ op: 'add', path: 'members', value: many }),
      patchOf(...many.map(({ value }) => ({ op: 'remove', path: `members[value eq "${value}"]` }))),
      patchOf(...many.map(({ value }) => ({ op: 'replace', path: 'displayName', value }))),
    ]) {
      const { status, isCheap } = await measured(() => scim.call('PATCH', path, body))
      expect([status < 500, isCheap]).toEqual([true, true])
    }
    const tooMany = [...many, ...many]
    expect((await scim.call('PUT', path, { displayName: 'x', members: tooMany })).status).toBe(400)
    expect((await scim.call('PUT', path, { displayName: 'x'.repeat(600_000) })).status).toBe(413)
  })

  it('[attack S20] [attack S22] [attack S43] have no body that stops a route', async () => {
    const faults: string[] = []
    const values = everyOther(3)([...oddTexts(1, 1), ...oddValues(1, 1)])
    const send = async (what: string, method: string, path: string, body: string) => {
      const { status, body: answer } = await scim.call(method, path, body)
      const isScim = status < 400 || answer?.schemas?.[0] === 'urn:ietf:params:scim:api:messages:2.0:Error'
      if (status >= 500 || !isScim) faults.push(`${method} ${path} ${what.slice(0, 80)}: ${status}`)
    }
    for (const value of values) {
      for (const [field, rest] of [
        ['userName', ''],
        ['name', '"userName":"z@acme.test",'],
        ['active', '"userName":"z@acme.test",'],
        ['externalId', '"userName":"z@acme.test",'],
        ['schemas', '"userName":"z@acme.test",'],
      ] as const)
        await send(`${field} ${value}`, 'PUT', `/Users/${person}`, `{${rest}"${field}":${value}}`)
      for (const field of ['displayName', 'members', 'externalId'])
        await send(`${field} ${value}`, 'POST', '/Groups', `{"displayName":"y","${field}":${value}}`)
      for (const field of ['op', 'path', 'value']) {
        const operation = { op: '"replace"', path: '"active"', value: 'true', [field]: value }
        const parts = Object.entries(operation).map(([name, part]) => `"${name}":${part}`)
        const body = `{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[{${parts}}]}`
        for (const path of [`/Users/${person}`, `/Groups/${group}`])
          await send(`${field} ${value}`, 'PATCH', path, body)
      }
      await send(`body ${value}`, 'POST', '/Users', value)
      await send(`patch ${value}`, 'PATCH', `/Users/${person}`, value)
      await send(
        `operations ${value}`,
        'PATCH',
        `/Users/${person}`,
        `{"schemas":${value},"Operations":${value}}`,
      )
    }
    for (const broken of ['{', '{"userName":', '\u0000', '']) await send(broken, 'POST', '/Users', broken)
    expect(faults).toEqual([])
    expect((await scim.call('POST', '/Users', 'a=b', 'application/x-www-form-urlencoded')).status).toBe(400)
    expect((await scim.call('POST', '/Users', '<a/>', 'application/xml')).status).toBe(415)
  })

  it('[attack S38] leave no token in the audit log, and tell strangers nothing', async () => {
    const log = JSON.stringify(await company.server.context.db.select().from(auditEntries))
    expect(log).not.toMatch(/scim_[\w-]{7}/)
    const nobody = await company.server.inject({ url: `/api/scim/v2/Users/${person}` })
    const nothing = await company.server.inject({ url: '/api/scim/v2/Users/x' })
    expect([nobody.statusCode, nobody.body]).toEqual([401, nothing.body])
  })

  it('cannot be made or read by those who do not own the organization', async () => {
    const { owner, base, id } = acme
    const admin = await company.server.join(id, await company.server.register(), 'admin')
    const call = (method: 'GET' | 'POST', url: string) =>
      company.server.inject({
        method,
        url,
        headers: admin.headers,
        ...(method === 'POST' && { payload: { name: 'x', expires_in_days: null } }),
      })
    expect((await call('POST', `${base}/provisioning-tokens`)).statusCode).toBe(403)
    expect((await call('GET', `${base}/provisioning`)).statusCode).toBe(200)
    await company.server.context.db.delete(memberships).where(eq(memberships.userId, admin.user.id))
    expect((await call('GET', `${base}/provisioning`)).statusCode).toBe(404)
    expect(await acme.role(owner.user.id)).toBe('owner')
  })
})
