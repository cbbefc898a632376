import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  channels,
  handovers,
  integrationReaders,
  notifications,
  webhookDeliveries,
} from '../../server/kernel/db/schema/index.ts'
import type { Readers } from '../../src/services/contract/readers.ts'
import { CLOSE } from '../../src/services/contract/sockets.ts'
import { createClient } from '../harness/knowledge.ts'
import { foundTeam } from '../harness/readers.ts'
import { openSocket } from '../harness/socket.ts'

const QUESTION = 'Where is the tide table kept?'
const CONTACT = { name: 'Cleo', email: 'cleo@example.com' }
const UNKNOWN = 'What does the ferry to Mars cost?'

describe('who may use an assistant', async () => {
  const readersOf = (id: string) => `/api/v1/integrations/${id}/readers`
  const restrict = (
    id: string,
    group_ids: string[],
    user_ids: string[] = [],
    by: keyof typeof people = 'ada',
  ) => as(by).call('PUT', readersOf(id), { restricted: true, group_ids, user_ids })
  const open = (id: string) =>
    as('ada').call('PUT', readersOf(id), { restricted: false, group_ids: [], user_ids: [] })
  const body = async (who: keyof typeof people, path: string) =>
    JSON.stringify((await as(who).call('GET', path)).body)

  const { server, organizationId, people, as, at, finance } = await foundTeam()
  const base = await as('ada').filled(
    organizationId,
    [{ name: 'tides.txt', content: 'The tide table is kept in the red drawer.' }],
    'Handbook',
  )
  /** Restricted to Finance. */
  const payroll = (await as('ada').integration(organizationId, [base], 'Payroll')).id
  /** For everyone. */
  const desk = (await as('ada').integration(organizationId, [base], 'Front desk')).id
  for (const id of [payroll, desk]) await as('ada').call('POST', `/api/v1/integrations/${id}/publish`)
  const asked = await as('cleo').send(payroll, QUESTION)
  const conversation = asked.conversation.id
  const answer = asked.answer.id
  expect((await as('cleo').answered(answer)).content).toContain('red drawer')
  await as('cleo').ask(payroll, UNKNOWN)
  await server.database.db.insert(handovers).values({
    conversationId: conversation,
    organizationId,
    integrationId: payroll,
    reason: 'asked',
    inInbox: true,
    ...CONTACT,
    language: 'en',
  })
  expect((await restrict(payroll, [finance.id])).status).toBe(200)

  it('[41.1] lists it to its readers alone: in integrations, Chat, models, knowledge bases and conversations', async () => {
    const lists = [
      at('integrations'),
      at('assistants'),
      at('knowledge-bases'),
      `${at('conversations')}?time_zone=UTC`,
      `${at('conversations')}?q=tide&time_zone=UTC`,
      '/v1/models',
    ]
    for (const path of lists) {
      expect([path, await body('cleo', path)]).toEqual([path, expect.stringContaining(payroll)])
      for (const who of ['max', 'ben'] as const) {
        const found = await as(who).call('GET', path)
        expect([path, found.status]).toEqual([path, 200])
        expect([path, JSON.stringify(found.body)]).toEqual([path, expect.not.stringContaining(payroll)])
      }
    }
    expect(await body('ben', at('integrations'))).toContain(desk)
  })

  it('[41.1] is named by the group that opens it, for those who look after groups', async () => {
    expect((await as('max').call('GET', at('groups'))).body).toMatchObject([
      { name: 'Finance', knowledge_bases: [], assistants: [{ id: payroll, name: 'Payroll' }], documents: 0 },
    ])
    expect((await as('ben').call('GET', at('groups'))).status).toBe(403)
  })

  it('[41.1] answers for it, its conversations and its messages as if they were not there', async () => {
    const paths = [
      ['GET', `/api/v1/integrations/${payroll}`],
      ['GET', `/api/v1/integrations/${payroll}/conversations?time_zone=UTC`],
      ['POST', `/api/v1/integrations/${payroll}/search`, { query: 'tide' }],
      ['POST', `/api/v1/integrations/${payroll}/messages`, { content: 'tide' }],
      ['GET', `/api/v1/conversations/${conversation}`],
      ['GET', `/api/v1/messages/${answer}`],
      ['DELETE', `/api/v1/integrations/${payroll}`],
    ] as const
    for (const [method, path, sent] of paths)
      for (const who of ['max', 'ben'] as const)
        expect([path, (await as(who).call(method, path, sent)).status]).toEqual([path, 404])
    expect((await as('cleo').call('GET', `/api/v1/conversations/${conversation}`)).status).toBe(200)
  })

  it('[41.1] counts it for its readers alone: usage, gaps, outcomes and the inbox', async () => {
    const period = '?days=7&time_zone=UTC'
    const questions = async (who: keyof typeof people) => {
      const { days } = (await as(who).call('GET', `${at('usage/series')}${period}`)).body
      return days.reduce((sum: number, { questions: asked }: { questions: number }) => sum + asked, 0)
    }
    expect(await questions('ada')).toBe(2)
    expect(await questions('max')).toBe(0)
    // It is noted once the answer is complete.
    await expect.poll(() => body('ada', `${at('gaps')}?status=open`)).toContain('Mars')
    expect(await body('max', `${at('gaps')}?status=open`)).not.toContain('Mars')
    expect(await body('max', `${at('outcomes')}${period}`)).not.toContain('Payroll')
    expect((await as('ada').call('GET', at('inbox'))).body).toMatchObject({
      counts: { open: 1 },
      items: [{ integration_id: payroll }],
    })
    expect((await as('max').call('GET', at('inbox'))).body).toMatchObject({ counts: { open: 0 }, items: [] })
    const given = await as('ada').call('PATCH', `/api/v1/conversations/${conversation}/handover`, {
      assignee_id: people.max.user.id,
    })
    expect(given.status).toBe(422)
  })

  it('[41.1] shows nothing of it to keys of the organization, and to a personal one what its owner may use', async () => {
    const key = { name: 'Key', scopes: ['read', 'ask'], expires_in_days: 1 }
    const ofOrganization = await as('ada').call('POST', at('api-keys'), key)
    const personal = await as('cleo').call('POST', '/api/v1/users/me/api-keys', key)
    const seen = async (secret: string) => {
      const client = createClient(server.url, { headers: { authorization: `Bearer ${secret}` } })
      const rpc = async (name: string, args: object) => {
        const called = await server.inject({
          method: 'POST',
          url: '/api/v1/mcp',
          headers: { authorization: `Bearer ${secret}`, accept: 'application/json, text/event-stream' },
          payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
        })
        return called.body
      }
      return {
        listed: JSON.stringify((await client.call('GET', at('integrations'))).body).includes(payroll),
        mcp: (await rpc('list_assistants', {})).includes(payroll),
        asked: (await rpc('ask', { assistant_id: payroll, question: QUESTION })).includes('red drawer'),
      }
    }
    expect(await seen(ofOrganization.body.secret)).toEqual({ listed: false, mcp: false, asked: false })
    expect(await seen(personal.body.secret)).toEqual({ listed: true, mcp: true, asked: true })
  })

  it('[41.1] closes the sockets of those who lose it', async () => {
    const url = `/api/ws/integrations/${desk}`
    const [ben, cleo] = [people.ben, people.cleo].map(({ tokens }) =>
      openSocket(server, url, tokens.access_token),
    )
    await Promise.all([ben!.next('hello'), cleo!.next('hello')])
    await restrict(desk, [finance.id])
    expect(await ben!.closed).toBe(CLOSE.gone)
    cleo!.socket.close()
    expect(await openSocket(server, url, people.ben.tokens.access_token).closed).toBe(CLOSE.gone)
    await open(desk)
  })

  it('[41.1] notifies and tells webhooks of no hand-over that somebody may not read', async () => {
    await server.database.db.delete(notifications)
    const hook = await as('ada').call('POST', at('webhooks'), {
      url: 'https://hooks.example.com',
      events: ['conversation.created', 'conversation.answered', 'handover.requested'],
    })
    const settings = { offered: ['always'], inbox: true }
    const saved = await as('ada').call('PATCH', `/api/v1/integrations/${payroll}/handover`, settings)
    expect(saved.status).toBe(200)
    const sent = await as('cleo').call('POST', `/api/v1/integrations/${payroll}/messages`, {
      content: QUESTION,
      channel: 'chat',
    })
    await as('cleo').answered(sent.body.answer.id)
    const request = `/api/v1/conversations/${sent.body.conversation.id}/person`
    const requested = await as('cleo').call('POST', request, CONTACT)
    expect(requested).toMatchObject({ status: 201 })
    const told = async (type: 'handover_requested') =>
      (await server.database.db.select().from(notifications).where(eq(notifications.type, type))).map(
        ({ userId }) => userId,
      )
    await expect.poll(() => told('handover_requested')).toEqual([people.ada.user.id])
    expect(await server.database.db.select().from(webhookDeliveries)).toEqual([])
    await as('ada').call('DELETE', at(`webhooks/${hook.body.id}`))
  })

  it('[41.2] says who may use it and why, and what a member may use, to those who manage', async () => {
    const { people: named } = (await as('max').call('GET', readersOf(payroll))).body as Readers
    expect(named.map(({ user_id }) => user_id).sort()).toEqual(
      [people.ada.user.id, people.cleo.user.id].sort(),
    )
    expect(named[0]?.reasons).toEqual([{ kind: 'group', name: 'Finance' }])
    const restricted = at('restricted-assistants')
    expect((await as('max').call('GET', restricted)).body).toEqual([
      { id: payroll, name: 'Payroll', may_read: false, group_ids: [finance.id], user_ids: [] },
    ])
    expect((await as('ada').call('GET', restricted)).body).toMatchObject([{ id: payroll, may_read: true }])
    const usable = (who: keyof typeof people) => at(`members/${people[who].user.id}/assistants`)
    expect((await as('max').call('GET', usable('cleo'))).body).toEqual([
      { id: desk, name: 'Front desk', reasons: [{ kind: 'everyone', name: null }] },
      { id: payroll, name: 'Payroll', reasons: [{ kind: 'group', name: 'Finance' }] },
    ])
    expect(await body('max', usable('ben'))).not.toContain('Payroll')
    expect((await as('ben').call('GET', readersOf(payroll))).status).toBe(404)
    expect((await as('ben').call('GET', readersOf(desk))).status).toBe(403)
    expect((await as('ben').call('GET', restricted)).status).toBe(403)
  })

  it('[41.2] lets those who manage add themselves, which the audit log tells', async () => {
    expect((await restrict(payroll, [finance.id], [people.max.user.id], 'max')).status).toBe(200)
    expect((await as('max').call('GET', `/api/v1/integrations/${payroll}`)).body.restricted).toBe(true)
    const log = await as('ada').call('GET', `${at('audit-log')}?subject=assistant&time_zone=UTC`)
    expect(log.body.items[0]).toMatchObject({
      action: 'assistant.readers_changed',
      target: { id: payroll, name: 'Payroll' },
      details: { readers: 'named', added: people.max.user.email },
    })
    await restrict(payroll, [finance.id])
  })

  it('[41.1] is public or restricted, never both, and says what to do', async () => {
    const page = (id: string) => `/api/v1/integrations/${id}/public-page`
    for (const state of ['on', 'paused'])
      expect(await as('ada').call('PATCH', page(payroll), { state })).toMatchObject({
        status: 409,
        body: { code: 'assistant_restricted', detail: expect.stringContaining('Who can use it') },
      })
    await as('ada').call('PATCH', page(desk), { state: 'on' })
    expect(await restrict(desk, [finance.id])).toMatchObject({
      status: 409,
      body: { code: 'assistant_has_page', detail: expect.stringContaining('Turn it off first') },
    })
    await as('ada').call('PATCH', page(desk), { state: 'off' })
    await server.database.db.insert(channels).values({
      organizationId,
      integrationId: desk,
      kind: 'slack',
      account: 'T1:U1',
      name: 'Acme Slack',
      url: 'https://slack.com/',
      settings: {},
      secrets: '',
    })
    expect(await restrict(desk, [finance.id])).toMatchObject({
      status: 409,
      body: { code: 'assistant_in_channel', detail: expect.stringContaining('Acme Slack') },
    })
    await server.database.db.delete(channels)
    expect((await restrict(desk, [finance.id])).status).toBe(200)
    await open(desk)
  })

  it('[41.1] gives a copy the readers of its original, and takes whoever leaves out of them', async () => {
    await restrict(payroll, [finance.id], [people.cleo.user.id])
    const copy = await as('ada').call('POST', `/api/v1/integrations/${payroll}/duplicate`)
    expect((await as('ada').call('GET', readersOf(copy.body.id))).body).toMatchObject({
      restricted: true,
      group_ids: [finance.id],
      user_ids: [people.cleo.user.id],
    })
    expect((await as('ben').call('GET', `/api/v1/integrations/${copy.body.id}`)).status).toBe(404)
    await as('ada').call('DELETE', at(`members/${people.cleo.user.id}`))
    const left = await server.database.db
      .select()
      .from(integrationReaders)
      .where(eq(integrationReaders.userId, people.cleo.user.id))
    expect(left).toEqual([])
  })
})
