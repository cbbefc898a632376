import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { auditEntries, organizations, planPeriods, users } from '../../server/kernel/db/schema/index.ts'
import type { AuditEntry, AuditPage } from '../../src/services/contract/audit.ts'
import type { Role } from '../../src/services/contract/roles.ts'
import { createClient, organizationOn } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'
import { PASSWORD, type Person } from '../harness/server.ts'

const DAY = 24 * 3_600_000

describe('the audit log', async () => {
  const server = await serve({ appFolder: '/nowhere' })
  const { person: ann, organizationId: organization } = await organizationOn(server)

  const db = () => server.context.db
  const as = (person: Pick<Person, 'headers'>) => createClient(server.url, person)
  const log = (of = organization) => `/api/v1/organizations/${of}/audit-log`
  const read = async (query = '', of = organization): Promise<AuditPage> =>
    (await as(ann).call('GET', `${log(of)}${query}`)).body
  const latest = async (action: string): Promise<AuditEntry | undefined> => {
    await server.context.background.settle()
    return (await read('?limit=100')).items.find((entry) => entry.action === action)
  }
  const join = async (role: Role) => server.join(organization, await server.register(), role)
  /** An entry that is `days` old. */
  const old = (organizationId: string, days: number) =>
    db()
      .insert(auditEntries)
      .values({
        organizationId,
        at: new Date(Date.now() - days * DAY),
        action: 'assistant.changed',
        actorKind: 'system',
        actorName: `${days} days`,
        address: '',
        userAgent: '',
      })

  /** What is left of those entries. */
  const left = async (organizationId: string) => {
    const rows = await db().select().from(auditEntries).where(sql`organization_id = ${organizationId}`)
    return rows.map(({ actorName }) => actorName).filter((name) => name.endsWith('days'))
  }

  it('tells who did what to what, when and from where', async () => {
    const bob = await join('viewer')
    const before = Date.now()
    await fetch(`${server.url}/api/v1/organizations/${organization}/members/${bob.user.id}`, {
      method: 'PATCH',
      headers: {
        ...ann.headers,
        'content-type': 'application/json',
        'user-agent':
          'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36',
      },
      body: JSON.stringify({ role: 'editor' }),
    })
    const entry = await latest('member.role_changed')
    expect(entry).toMatchObject({
      actor: { kind: 'person', id: ann.user.id, email: ann.user.email },
      api_key: null,
      target: { id: bob.user.id, name: bob.user.email },
      details: { from: 'viewer', role: 'editor' },
      address: '127.0.0.1',
      device: 'Chrome 137 on Linux',
    })
    expect(Date.parse(entry!.at)).toBeGreaterThanOrEqual(before - 1000)
  })

  it('tells which key a program used', async () => {
    const { call } = as(ann)
    const wanted = { name: 'Robot', scopes: ['manage'], expires_in_days: 1 }
    const ofOrganization = (await call('POST', `/api/v1/organizations/${organization}/api-keys`, wanted)).body
    const ofPerson = (await call('POST', '/api/v1/users/me/api-keys', { ...wanted, name: 'Mine' })).body
    const change = async (key: { secret: string }) =>
      as({ headers: { authorization: `Bearer ${key.secret}` } }).call(
        'POST',
        `/api/v1/organizations/${organization}/integrations`,
        { name: 'Desk' },
      )
    await change(ofOrganization)
    expect(await latest('assistant.created')).toMatchObject({
      actor: { kind: 'key', name: 'Robot', email: null },
      api_key: { id: ofOrganization.id, name: 'Robot' },
    })
    await change(ofPerson)
    expect(await latest('assistant.created')).toMatchObject({
      actor: { kind: 'person', id: ann.user.id },
      api_key: { id: ofPerson.id, name: 'Mine' },
    })
  })

  it('tells of log-ins of members, those that fail included, in each of their organizations', async () => {
    const other = (await server.found(ann, 'Other')).id
    await server.logIn(ann.user.email)
    expect(await latest('login.succeeded')).toMatchObject({ actor: { kind: 'person', id: ann.user.id } })
    await server.logIn(ann.user.email, 'not the password')
    expect(await latest('login.failed')).toMatchObject({
      actor: { kind: 'visitor', id: null, name: '' },
      target: { id: ann.user.id, name: ann.user.email },
      details: { reason: 'wrong_password' },
    })
    const there = (await read('?subject=login', other)).items.map(({ action }) => action)
    expect(there).toEqual(['login.failed', 'login.succeeded'])
  })

  it('keeps the names of what is gone', async () => {
    const bob = await join('editor')
    const { call } = as(bob)
    const base = await as(bob).knowledgeBase(organization, 'Handbook')
    await call('DELETE', `/api/v1/knowledge-bases/${base.id}`)
    await call('POST', '/api/v1/users/me/delete', { password: PASSWORD })
    expect(await latest('knowledge_base.deleted')).toMatchObject({
      actor: { id: bob.user.id, email: bob.user.email },
      target: { id: base.id, name: 'Handbook' },
    })
    expect(await latest('account.deleted')).toMatchObject({ actor: { email: bob.user.email } })
  })

  it('is written in the transaction of what it tells: neither is without the other', async () => {
    await db().execute(sql`create function refuse_one() returns trigger language plpgsql as $$
      begin if new.action = 'assistant.created' then raise exception 'no room'; end if; return new; end $$`)
    await db().execute(
      sql`create trigger refuse_one before insert on audit_entries for each row execute function refuse_one()`,
    )
    const { status } = await as(ann).call('POST', `/api/v1/organizations/${organization}/integrations`, {
      name: 'Never',
    })
    await db().execute(sql`drop function refuse_one cascade`)
    expect(status).toBe(500)
    const { body } = await as(ann).call('GET', `/api/v1/organizations/${organization}/integrations`)
    expect(body.map(({ name }: { name: string }) => name)).not.toContain('Never')
  })

  it('is for owners and admins alone', async () => {
    for (const [role, status] of [
      ['admin', 200],
      ['editor', 403],
      ['viewer', 403],
    ] as const) {
      const { headers } = await join(role)
      const { call } = as({ headers })
      expect([role, (await call('GET', log())).status]).toEqual([role, status])
      const exported = await fetch(`${server.url}${log()}/export`, { headers })
      expect([role, exported.status]).toEqual([role, status])
    }
    const stranger = await server.register()
    expect((await as(stranger).call('GET', log())).status).toBe(404)
  })

  it('is filtered by name, subject and days, and paged without gaps', async () => {
    const carol = await join('admin')
    await db().update(users).set({ firstName: 'Carol', lastName: 'Quine' }).where(sql`id = ${carol.user.id}`)
    const made = ['A', 'B', 'C', 'D', 'E'].map((letter) => `Desk ${letter}`)
    for (const name of made)
      await as(carol).call('POST', `/api/v1/organizations/${organization}/integrations`, { name })
    const seen: string[] = []
    for (let before = ''; ; ) {
      const page = await read(`?q=quine&subject=assistant&limit=2${before}`)
      expect(page.total).toBe(5)
      seen.push(...page.items.map(({ target }) => target?.name ?? ''))
      if (!page.has_more) break
      before = `&before=${page.items.at(-1)!.id}`
    }
    expect(seen).toEqual(made.toReversed())
    expect((await read('?q=quine&subject=knowledge_base')).total).toBe(0)
    const today = new Date().toISOString().slice(0, 10)
    expect((await read(`?q=quine&from=${today}&to=${today}`)).total).toBe(5)
    expect((await read('?q=quine&to=2020-01-01')).total).toBe(0)
    const foreign = (await server.found(carol, 'Elsewhere')).id
    const [theirs] = (await as(carol).call('GET', log(foreign))).body.items
    expect((await read(`?before=${theirs.id}`)).items).toEqual([])
  })

  it('is found by those whom an entry names as added or removed, also in the CSV', async () => {
    const nia = await join('viewer')
    const groups = `/api/v1/organizations/${organization}/groups`
    const group = (await as(ann).call('POST', groups, { name: 'Lawyers', member_ids: [nia.user.id] })).body
    await as(ann).call('PATCH', `${groups}/${group.id}`, { member_ids: [] })
    const q = encodeURIComponent(nia.user.email)
    const found = (await read(`?subject=group&q=${q}`)).items.map(({ action }) => action)
    expect(found).toEqual(['group.changed', 'group.created'])
    const answer = await fetch(`${server.url}${log()}/export?subject=group&q=${q}`, { headers: ann.headers })
    expect(await answer.text()).toContain('group.created')
  })

  it('is exported as CSV, which is written down too', async () => {
    const name = '=HYPERLINK("http://evil.test")'
    await as(ann).call('POST', `/api/v1/organizations/${organization}/integrations`, { name })
    const answer = await fetch(`${server.url}${log()}/export?subject=assistant`, { headers: ann.headers })
    expect(answer.headers.get('content-disposition')).toContain('audit-log.csv')
    const lines = (await answer.text()).split('\n')
    expect(lines[0]).toContain('at,action,actor_kind,actor_name,actor_email')
    expect(lines[1]).toContain("'=HYPERLINK")
    expect(lines.slice(1).every((line) => line === '' || line.includes('assistant.'))).toBe(true)
    expect(await latest('export.audit_log')).toMatchObject({ details: { fields: 'subject' } })
  })

  it('holds no secret and no text of anybody', async () => {
    const bob = await join('admin')
    const { call, send } = as(bob)
    const secrets: string[] = []
    const secret = (what: string) => {
      const one = `marker-${what}-${crypto.randomUUID()}`
      secrets.push(one)
      return one
    }
    const password = secret('password')
    await call('POST', '/api/v1/users/change-password', {
      current_password: PASSWORD,
      new_password: password,
    })
    await server.logIn(bob.user.email, secret('wrong'))
    const key = { name: 'Robot', scopes: ['read'], expires_in_days: 1 }
    secrets.push((await call('POST', '/api/v1/users/me/api-keys', key)).body.secret)
    secrets.push((await call('POST', `/api/v1/organizations/${organization}/api-keys`, key)).body.secret)
    secrets.push((await call('POST', '/api/v1/users/me/two-factor/setup', { password })).body.secret)
    const invited = { emails: ['dora@example.test'], role: 'viewer' }
    const { results } = (await call('POST', `/api/v1/organizations/${organization}/invitations`, invited))
      .body
    secrets.push(results[0].invitation.link.split('/').at(-1))
    await call('PATCH', `/api/v1/organizations/${organization}`, { description: secret('description') })
    const base = await as(bob).knowledgeBase(organization, 'Texts')
    const text = { name: 'Note', text: secret('text') }
    const document = (await call('POST', `/api/v1/knowledge-bases/${base.id}/texts`, text)).body
    const faq = { question: `${secret('faq')}?`, answer: secret('answer') }
    const asking = (await call('POST', `/api/v1/knowledge-bases/${base.id}/faq`, faq)).body
    await as(bob).settled(base.id)
    await call('PATCH', `/api/v1/documents/${asking.id}`, { enabled: false })
    await call('DELETE', `/api/v1/documents/${asking.id}`)
    const assistant = await as(bob).integration(organization, [base.id], 'Desk')
    await call('PATCH', `/api/v1/integrations/${assistant.id}`, {
      instructions: secret('instructions'),
      welcome_message: secret('welcome'),
    })
    const asked = await send(assistant.id, secret('question'))
    await call('PATCH', `/api/v1/conversations/${asked.conversation.id}`, { title: secret('title') })
    await call('DELETE', `/api/v1/conversations/${asked.conversation.id}`)
    await call('GET', `/api/v1/organizations/${organization}/audit-log?q=${secret('search')}`)
    await fetch(`${server.url}${log()}/export?q=${secret('search')}`, { headers: bob.headers })
    await call('DELETE', `/api/v1/documents/${document.id}`)
    await server.context.background.settle()
    const rows = await db().select().from(auditEntries)
    const of = rows.filter(({ actorId }) => actorId === bob.user.id).map(({ action }) => action)
    expect(of).toEqual(
      expect.arrayContaining(['account.password_changed', 'conversation.deleted', 'document.deleted']),
    )
    const written = JSON.stringify(rows)
    expect(secrets.filter((one) => written.includes(one))).toEqual([])
  })

  it('cannot be changed, emptied or deleted, but for what retention takes', async () => {
    await old(organization, 3)
    const refused = async (statement: ReturnType<typeof sql>) => {
      const cause = await db()
        .execute(statement)
        .then(
          () => null,
          (error: Error) => String(error.cause),
        )
      expect(cause).toContain('the audit log is append-only')
    }
    await refused(sql`update audit_entries set actor_name = 'Nobody'`)
    await refused(sql`delete from audit_entries`)
    await refused(sql`truncate audit_entries`)
    await expect(
      db().transaction(async (tx) => {
        await tx.execute(sql`select set_config('lectern.audit_retention', 'on', true)`)
        await tx.execute(sql`delete from audit_entries`)
      }),
    ).rejects.toThrow()
  })

  it('is kept as long as the plan says, and that of a deleted organization for thirty days', async () => {
    const kept = await server.found(ann, 'Kept')
    await db()
      .update(organizations)
      .set({ trialEndsAt: new Date(Date.now() + 60_000) })
      .where(sql`id = ${kept.id}`)
    const gone = crypto.randomUUID()
    for (const days of [10, 40, 300, 400]) {
      await old(kept.id, days)
      await old(gone, days)
    }
    await server.sweep()
    // The trial has the room of Pro: one year.
    expect((await left(kept.id)).sort()).toEqual(['10 days', '300 days', '40 days'])
    expect(await left(gone)).toEqual(['10 days'])
    expect((await read('', kept.id)).kept_days).toBe(365)
  })

  it.each([
    ['Free', []],
    ['Starter', [{ planId: 'starter', from: 10, until: -20 }]],
  ])('is kept for a month as in the larger plan that %s follows', async (_name, following) => {
    const { id } = await server.found(ann, 'Smaller')
    await db().update(organizations).set({ trialEndsAt: null }).where(sql`id = ${id}`)
    const at = (days: number) => new Date(Date.now() - days * DAY)
    for (const { planId, from, until } of [{ planId: 'business', from: 40, until: 10 }, ...following])
      await db()
        .insert(planPeriods)
        .values({
          organizationId: id,
          planId,
          interval: 'month',
          startsAt: at(from),
          endsAt: at(until),
          value: 0,
        })
    for (const days of [10, 400, 800]) await old(id, days)
    await server.sweep()
    expect((await left(id)).sort()).toEqual(['10 days', '400 days'])
    expect((await read('', id)).kept_days).toBe(730)
    const { audit_days } = (await as(ann).call('GET', `/api/v1/organizations/${id}/privacy`)).body
    expect(audit_days).toBe(730)
    await db()
      .update(planPeriods)
      .set({ endsAt: at(38) })
      .where(sql`organization_id = ${id} and plan_id = 'business'`)
    await server.sweep()
    expect(await left(id)).toEqual(['10 days'])
  })
})
