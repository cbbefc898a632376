import { describe, expect, it } from 'vitest'
import type { KnowledgeBase } from '../../src/services/contract/knowledge-bases.ts'
import type { Readers } from '../../src/services/contract/readers.ts'
import { CLOSE } from '../../src/services/contract/sockets.ts'
import { createClient } from '../harness/knowledge.ts'
import { foundTeam } from '../harness/readers.ts'
import { openSocket } from '../harness/socket.ts'

const SALARY = 'The salary of the harbour master is 73,400 crowns a year.'
const QUESTION = 'What is the salary of the harbour master?'

describe('who may read a knowledge base', async () => {
  const restrict = (group_ids: string[], user_ids: string[] = []) =>
    as('ada').call('PUT', `/api/v1/knowledge-bases/${salaries.id}/readers`, {
      restricted: true,
      group_ids,
      user_ids,
    })

  const { server, organizationId, people, as, at, finance } = await foundTeam()
  const salaries = await as('ada').knowledgeBase(organizationId, 'Salaries')
  const handbook = await as('ada').knowledgeBase(organizationId, 'Handbook')
  const uploaded = await as('ada').upload(salaries.id, [{ name: 'salaries.txt', content: SALARY }])
  const document = uploaded.body.results[0]!.document!.id
  await as('ada').upload(handbook.id, [{ name: 'bikes.txt', content: 'Bicycles are kept in the shed.' }])
  await as('ada').settled(salaries.id)
  await as('ada').settled(handbook.id)
  const assistant = (await as('ada').integration(organizationId, [salaries.id, handbook.id])).id
  expect((await restrict([finance.id])).status).toBe(200)

  it('changes only those readers that differ from the known ones', async () => {
    const base = await as('ada').knowledgeBase(organizationId, 'Plans')
    const names = Object.keys(people) as (keyof typeof people)[]
    const everyone = { restricted: false, group_ids: [], user_ids: [] as string[] }
    const named = (...chosen: typeof names) => ({
      ...everyone,
      restricted: true,
      user_ids: chosen.map((name) => people[name].user.id),
    })
    /** The readers after a change; null for everyone. */
    const after = async (wish: object, known?: object) => {
      const url = `/api/v1/knowledge-bases/${base.id}/readers`
      const { restricted, user_ids }: Readers = (await as('ada').call('PUT', url, { ...wish, known })).body
      return restricted ? names.filter((name) => user_ids.includes(people[name].user.id)) : null
    }
    expect(await after(named('ada', 'ben'))).toEqual(['ada', 'ben'])
    // Cleo was taken out, and Ben added, since they were read.
    expect(await after(named('ada', 'cleo', 'max'), named('ada', 'cleo'))).toEqual(['ada', 'max', 'ben'])
    expect(await after(named('ada'), named('ada', 'max'))).toEqual(['ada', 'ben'])
    // Closed since: whoever is suggested while it is open to everyone was not chosen.
    const suggested = { ...everyone, user_ids: [people.max.user.id] }
    expect(await after(suggested, suggested)).toEqual(['ada', 'ben'])
    expect(await after(named('cleo'), suggested)).toEqual(['ada', 'cleo', 'ben'])
    expect(await after(everyone, named('ada'))).toBeNull()
    // Opened to everyone since.
    expect(await after(named('ada', 'max'), named('ada'))).toEqual(['ada', 'max'])
    // Each of two people takes the other's one out.
    expect(await after(named('ada'), named('ada', 'max'))).toEqual(['ada'])
    const url = `/api/v1/knowledge-bases/${base.id}/readers`
    const taken = await as('ada').call('PUT', url, { ...named('max'), known: named('ada', 'max') })
    expect([taken.status, taken.body.code]).toEqual([409, 'readers_changed'])
    await as('ada').call('DELETE', `/api/v1/knowledge-bases/${base.id}`)
  })

  it('lists it, and what is in it, to its readers alone', async () => {
    const names = async (who: keyof typeof people) =>
      (await as(who).call('GET', at('knowledge-bases'))).body.map(({ name }: KnowledgeBase) => name)
    expect(await names('cleo')).toEqual(['Handbook', 'Salaries'])
    expect(await names('max')).toEqual(['Handbook'])
    expect(await names('ben')).toEqual(['Handbook'])
    const statuses = async (who: keyof typeof people) =>
      Promise.all(
        [
          `/api/v1/knowledge-bases/${salaries.id}`,
          `/api/v1/knowledge-bases/${salaries.id}/documents`,
          `/api/v1/documents/${document}`,
          `/api/v1/documents/${document}/passages`,
          `/api/v1/documents/${document}/file`,
        ].map(
          async (url) =>
            (await server.inject({ method: 'GET', url, headers: people[who].headers })).statusCode,
        ),
      )
    expect(await statuses('cleo')).toEqual([200, 200, 200, 200, 200])
    for (const who of ['max', 'ben'] as const) expect(await statuses(who)).toEqual([404, 404, 404, 404, 404])
  })

  it('answers each person from what they may read, and shows an answer to those who may read its sources', async () => {
    const asked = await as('cleo').send(assistant, QUESTION)
    const cleos = await as('cleo').answered(asked.answer.id)
    expect(cleos.content).toContain('73,400')
    expect(cleos.citations).toHaveLength(1)
    for (const who of ['max', 'ben'] as const) {
      const answer = await as(who).ask(assistant, QUESTION)
      expect(JSON.stringify(answer)).not.toContain('73,400')
      const seen = await as(who).message(asked.answer.id)
      expect(seen).toMatchObject({ withheld: true, content: '', citations: [] })
      const { body } = await as(who).call('GET', `/api/v1/conversations/${asked.conversation.id}`)
      expect(JSON.stringify(body)).not.toContain('73,400')
      const found = await as(who).call('GET', `${at('conversations')}?q=73,400&time_zone=UTC`)
      expect(found.body).toMatchObject({ items: [], total: 0 })
      const exported = await server.inject({
        url: `${at('conversations/export')}?format=jsonl&time_zone=UTC`,
        headers: people[who].headers,
      })
      expect(exported.statusCode).toBe(200)
      expect(exported.body).not.toContain('73,400')
      const taken = await as(who).call('POST', `/api/v1/messages/${asked.answer.id}/golden-question`)
      expect(taken.status).toBe(404)
    }
    const found = await as('cleo').call('GET', `${at('conversations')}?q=73,400&time_zone=UTC`)
    expect(found.body.total).toBe(1)
  })

  it('does not continue a conversation with words that the next person may not read', async () => {
    const asked = await as('cleo').send(assistant, QUESTION)
    await as('cleo').answered(asked.answer.id)
    const answer = await as('ben').ask(assistant, 'And what else?', asked.conversation.id)
    expect(JSON.stringify(answer)).not.toContain('73,400')
  })

  it('tells a live answer to whoever asked alone, where it may come from a restricted base', async () => {
    const url = `/api/ws/integrations/${assistant}`
    const [ben, cleo] = [people.ben, people.cleo].map(({ tokens }) =>
      openSocket(server, url, tokens.access_token),
    )
    await Promise.all([ben!.next('hello'), cleo!.next('hello')])
    await as('cleo').ask(assistant, QUESTION)
    await cleo!.next('message_completed')
    // What everyone may read is told to everyone: it comes after what was not.
    await as('ben').ask(assistant, 'Where are bicycles kept?')
    await ben!.next('message_completed')
    expect(JSON.stringify(ben!.frames)).not.toContain('salary')
    expect(JSON.stringify(ben!.frames)).not.toContain('73,400')
    ben!.socket.close()
    cleo!.socket.close()
  })

  it('says that there is nothing to read where nothing is left, and counts no gap', async () => {
    const only = (await as('ada').integration(organizationId, [salaries.id], 'Payroll')).id
    const answer = await as('ben').ask(only, QUESTION)
    expect(answer.content).toContain('nothing here that you may read')
    expect(answer.answered).toBe(false)
    const gaps = await as('ada').call('GET', `${at('gaps')}?status=open`)
    expect(JSON.stringify(gaps.body)).not.toContain('Payroll')
  })

  it('leaves out of searches, tests, assistants and figures what somebody may not read', async () => {
    const search = (who: keyof typeof people) =>
      as(who).call('POST', `/api/v1/integrations/${assistant}/search`, { query: QUESTION })
    expect(JSON.stringify((await search('cleo')).body)).toContain('73,400')
    expect(JSON.stringify((await search('ben')).body)).not.toContain('73,400')
    const test = await as('ben').call('POST', `/api/v1/knowledge-bases/${salaries.id}/search`, {
      query: QUESTION,
    })
    expect(test.status).toBe(404)
    const sources = async (who: keyof typeof people) =>
      JSON.stringify((await as(who).call('GET', `${at('sources')}?days=7&time_zone=UTC`)).body)
    // What was used is noted once the answer is complete.
    await expect.poll(() => sources('cleo')).toContain('salaries.txt')
    expect(await sources('ben')).not.toContain('salaries.txt')
    const ids = async (who: keyof typeof people) =>
      (await as(who).call('GET', `/api/v1/integrations/${assistant}`)).body.knowledge_base_ids
    expect(await ids('ben')).toEqual([handbook.id])
    expect(await ids('ada')).toEqual(expect.arrayContaining([salaries.id, handbook.id]))
  })

  it('keeps a base connected that whoever saves the assistant does not see, and connects none of them', async () => {
    const url = `/api/v1/integrations/${assistant}`
    const saved = await as('ben').call('PATCH', url, { knowledge_base_ids: [handbook.id], name: 'Desk' })
    expect(saved.body.knowledge_base_ids).toEqual([handbook.id])
    expect((await as('ada').call('GET', url)).body.knowledge_base_ids).toContain(salaries.id)
    const refused = await as('ben').call('PATCH', url, { knowledge_base_ids: [salaries.id] })
    expect(refused.status).toBe(422)
  })

  it('closes the sockets of whoever may not read it any more', async () => {
    const url = `/api/ws/organizations/${organizationId}/knowledge-bases/${salaries.id}`
    expect(await openSocket(server, url, people.ben.tokens.access_token).closed).toBe(CLOSE.gone)
    const cleo = openSocket(server, url, people.cleo.tokens.access_token)
    await cleo.next('hello')
    const without = [people.ada.user.id]
    await as('ada').call('PATCH', at(`groups/${finance.id}`), { member_ids: without })
    expect(await cleo.closed).toBe(CLOSE.gone)
    const member_ids = [people.ada.user.id, people.cleo.user.id]
    await as('ada').call('PATCH', at(`groups/${finance.id}`), { member_ids })
  })

  it('tells why each person may read it, and what a person may read', async () => {
    await restrict([finance.id], [people.cleo.user.id])
    const { body }: { body: Readers } = await as('max').call(
      'GET',
      `/api/v1/knowledge-bases/${salaries.id}/readers`,
    )
    expect(Object.fromEntries(body.people.map(({ user_id, reasons }) => [user_id, reasons]))).toEqual({
      [people.ada.user.id]: [{ kind: 'group', name: 'Finance' }],
      [people.cleo.user.id]: [
        { kind: 'group', name: 'Finance' },
        { kind: 'person', name: null },
      ],
    })
    const ofBen = await as('ada').call('GET', at(`members/${people.ben.user.id}/knowledge-bases`))
    expect(ofBen.body).toEqual([
      { id: handbook.id, name: 'Handbook', reasons: [{ kind: 'everyone', name: null }], documents: [] },
    ])
    expect((await as('max').call('GET', at('restricted-knowledge-bases'))).body).toEqual([
      {
        id: salaries.id,
        name: 'Salaries',
        may_read: false,
        group_ids: [finance.id],
        user_ids: [people.cleo.user.id],
      },
    ])
    await restrict([finance.id])
  })

  it('lets those who manage add themselves, which the audit log tells', async () => {
    const url = `/api/v1/knowledge-bases/${salaries.id}/readers`
    expect((await as('ben').call('GET', url)).status).toBe(404)
    const change = { restricted: true, group_ids: [finance.id], user_ids: [people.max.user.id] }
    expect((await as('max').call('PUT', url, change)).status).toBe(200)
    expect((await as('max').call('GET', `/api/v1/knowledge-bases/${salaries.id}`)).status).toBe(200)
    const log = await as('ada').call('GET', `${at('audit-log')}?subject=knowledge_base&time_zone=UTC`)
    expect(log.body.items[0]).toMatchObject({
      action: 'knowledge_base.readers_changed',
      target: { name: 'Salaries' },
      details: { readers: 'named', added: people.max.user.email },
    })
    await restrict([finance.id])
  })

  it('takes whoever leaves out of groups and readers', async () => {
    const leaver = await server.register()
    const { id: userId } = leaver.user
    await server.join(organizationId, leaver, 'viewer')
    await as('ada').call('PATCH', at(`groups/${finance.id}`), {
      member_ids: [people.ada.user.id, people.cleo.user.id, userId],
    })
    await restrict([finance.id], [userId])
    expect((await as('ada').call('DELETE', at(`members/${userId}`))).status).toBe(200)
    await server.join(organizationId, leaver, 'admin')
    const again = createClient(server.url, leaver)
    expect((await again.call('GET', `/api/v1/knowledge-bases/${salaries.id}`)).status).toBe(404)
    await as('ada').call('DELETE', at(`members/${userId}`))
    await restrict([finance.id])
  })

  it('reads nothing of it for keys of the organization, and all that its owner reads for a personal one', async () => {
    const key = { name: 'Key', scopes: ['read', 'ask'], expires_in_days: 1 }
    const ofOrganization = await as('ada').call('POST', at('api-keys'), key)
    const personal = await as('cleo').call('POST', '/api/v1/users/me/api-keys', key)
    const names = async (secret: string) => {
      const client = createClient(server.url, { headers: { authorization: `Bearer ${secret}` } })
      return (await client.call('GET', at('knowledge-bases'))).body.map(({ name }: KnowledgeBase) => name)
    }
    expect(await names(ofOrganization.body.secret)).toEqual(['Handbook'])
    expect(await names(personal.body.secret)).toEqual(['Handbook', 'Salaries'])
  })

  it('never answers the public from it, and names it to those who share the assistant', async () => {
    await as('ada').call('POST', `/api/v1/integrations/${assistant}/publish`)
    const page = `/api/v1/integrations/${assistant}/public-page`
    const on = await as('ada').call('PATCH', page, { state: 'on' })
    expect(on.body.left_out).toEqual([{ id: salaries.id, name: 'Salaries' }])
    expect((await as('ben').call('GET', page)).body.left_out).toEqual([])
    const { token } = (
      await server.inject({ method: 'POST', url: `/api/v1/share/${assistant}/visitors` })
    ).json()
    const visitor = createClient(server.url, { headers: { 'x-visitor-token': token } as never })
    const ask = `/api/v1/share/${assistant}/messages`
    const asked = await visitor.call('POST', ask, {
      content: QUESTION,
      conversation_id: null,
      channel: 'share',
    })
    expect(asked.status).toBe(201)
    const look = () => visitor.call('GET', `${ask}/${asked.body.answer.id}`)
    await expect.poll(async () => (await look()).body.status).toBe('complete')
    expect(JSON.stringify((await look()).body)).not.toContain('73,400')
  })

  it('keeps the words of a restricted base from everyone once it is deleted', async () => {
    const base = await as('ada').filled(
      organizationId,
      [{ name: 'b.txt', content: 'The bonus of the pilot is 1,900 crowns.' }],
      'Bonuses',
    )
    const desk = (await as('ada').integration(organizationId, [base], 'Bonus desk')).id
    const asked = await as('ada').send(desk, 'What is the bonus of the pilot?')
    expect((await as('ada').answered(asked.answer.id)).content).toContain('1,900')
    await as('ada').call('PUT', `/api/v1/knowledge-bases/${base}/readers`, {
      restricted: true,
      group_ids: [],
      user_ids: [people.ada.user.id],
    })
    await as('ada').call('DELETE', `/api/v1/knowledge-bases/${base}`)
    expect(await as('ben').message(asked.answer.id)).toMatchObject({ withheld: true, content: '' })
  })

  it('keeps what the words of other bases said once those are deleted', async () => {
    const base = await as('ada').filled(
      organizationId,
      [{ name: 't.txt', content: 'High tide is at 06:12 on Mondays.' }],
      'Tides',
    )
    const desk = (await as('ada').integration(organizationId, [base], 'Tide desk')).id
    const asked = await as('ada').send(desk, 'When is high tide on Mondays?')
    await as('ada').answered(asked.answer.id)
    await as('ada').call('DELETE', `/api/v1/knowledge-bases/${base}`)
    expect((await as('ben').message(asked.answer.id)).content).toContain('06:12')
  })
})
