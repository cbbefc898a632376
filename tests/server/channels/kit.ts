import { readdirSync, readFileSync } from 'node:fs'
import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  channelMessages,
  conversations,
  handoverEntries,
  visitors,
} from '../../../server/kernel/db/schema/index.ts'
import { CHANNELS } from '../../../server/visitors/channels/channels.ts'
import {
  ChannelKindList,
  type ConnectedChannel,
  ConnectedChannelList,
} from '../../../src/services/contract/channels.ts'
import type { ConnectedKind } from '../../../src/services/contract/conversations.ts'
import { makePlace } from '../../harness/database.ts'
import { organizationOn, until } from '../../harness/knowledge.ts'
import { startNameServer } from '../../harness/name-server.ts'
import { closedAfterwards, serve } from '../../harness/serve.ts'
import { startTestServer } from '../../harness/server.ts'

type CodedText = { text: string; sender?: string; thread?: string | undefined; hasFile?: boolean }
/** What was sent there, and in which thread. */
type Sent = { key: string; thread: string; text: string }

/** A channel of the tests, seen from outside: every channel runs through the same cases with one. */
export type TestChannel = {
  kind: ConnectedKind
  ports: number[]
  /** What connects it; the first secret is the one that a refused access is shown beside, with this code. */
  settings: Record<string, string>
  secrets: readonly [string, ...string[]]
  refusal: string
  /** What another server connects that claims to have the same account. */
  claim: Record<string, string>
  /** As the service knows them, and their address. */
  people: readonly [{ id: string; email: string }, { id: string; email: string }]
  /**
   * Writes to the assistant; gives what delivers the same once more, and the thread that an answer is in. A status is
   * what our server says to a service that sends; of one that is read it is 200.
   */
  say: (
    server: string,
    said: CodedText,
  ) => Promise<{ again: () => Promise<number>; status: number; thread: string }>
  /** Goes on in a thread without naming the assistant. */
  goOn: (server: string, said: CodedText & { thread: string }) => Promise<void>
  /** Deliveries that nobody may believe, by what is wrong with them; each gives the status of its answer, if it gets one. */
  forged: Record<string, (server: string) => Promise<number | null>>
  /** What is no question of a person. */
  noise: (server: string) => Promise<void>
  rate?: (server: string, sent: Sent, sender: string, rating: 'up' | null) => Promise<void>
  /** Its people take the access away, and the channel is told of it. */
  revoke?: (server: string) => Promise<void>
  sent: () => Sent[]
  beBusy: (times: number, retryAfter: string) => void
  refuseToken: (isRefused: boolean) => void
  /** Asked whenever something is to be sent there: true keeps it waiting, false is out of service. */
  badDay: (waits: (() => boolean) | null) => void
  close: () => Promise<void>
}

const QUESTION = 'How long can boots be returned?'
const LEAF = 'Boots can be returned for thirty days, with their receipt.\n'

/** A channel is its folder, which stays small. */
export const describeFolder = (kind: ConnectedKind) =>
  describe('its folder', () => {
    it('[42.2] has no file of 200 lines or more', () => {
      const folder = new URL(`../../../server/visitors/channels/${kind}/`, import.meta.url)
      for (const file of readdirSync(folder))
        expect(readFileSync(new URL(file, folder), 'utf8').split('\n').length).toBeLessThan(200)
    })
  })

/** The cases of every channel. */
export const describeChannel = (title: string, start: () => Promise<TestChannel>) =>
  describe(title, async () => {
    let channel: ConnectedChannel

    const names = closedAfterwards(await startNameServer())
    const service = closedAfterwards(await start())
    const web = { allowedNetworks: ['127.0.0.1/32'], ports: service.ports, nameServers: [names.address] }
    const options = { web, mailboxEvery: 100 }
    const server = await serve(options)
    const { ann: client, organizationId: organization } = await organizationOn(server)
    const base = await client.filled(organization, [{ name: 'returns & refunds.md', content: LEAF }])
    const assistant = await client.published(organization, [base], 'Keeper')

    const path = (of = organization) => `/api/v1/organizations/${of}/channels`
    const connect = (more: object = {}, of = client, where = organization) =>
      of.call('POST', path(where), {
        kind: service.kind,
        integration_id: assistant,
        settings: service.settings,
        ...more,
      })
    const secret = () => service.secrets[0]
    /** The same service under another name. */
    const at = (name: string) => service.settings.url!.replace(/\/\/[^:/]+/, `//${name}`)
    const change = (body: object) => client.call('PATCH', `${path()}/${channel.id}`, body)
    const shown = async () =>
      ConnectedChannelList.parse((await client.call('GET', path())).body).find(({ id }) => id === channel.id)!
    const conversationsNow = () => server.context.db.select().from(conversations)
    /** What has been sent since, once there is so much of it. */
    const heard = async (before: number, count = 1) =>
      (
        await until(
          async () => service.sent(),
          (sent) => sent.length >= before + count,
        )
      ).slice(before)
    /** Until each message is answered, its key kept, or is to be tried again: what is in work has its lease of minutes. */
    const rest = () =>
      expect
        .poll(async () => {
          const messages = await server.context.db.select().from(channelMessages)
          const soon = new Date(Date.now() + 60_000)
          return messages.filter(
            ({ status, attempts, nextTryAt }) => status === 'waiting' && (attempts === 0 || nextTryAt > soon),
          )
        })
        .toEqual([])
    const isEarlier = eq(channelMessages.thread, 'earlier')
    /** As if whoever wrote last had written so much more, in another thread. */
    const hearEarlier = async (count: number) => {
      const { db } = server.context
      const [last] = await db.select().from(channelMessages).orderBy(desc(channelMessages.createdAt)).limit(1)
      const rows = Array.from({ length: count }, (_, n) => ({
        ...last!,
        thread: 'earlier',
        key: `earlier ${n}`,
      }))
      await db.insert(channelMessages).values(rows)
    }
    const forgetEarlier = () => server.context.db.delete(channelMessages).where(isEarlier)
    const answerTo = async (said: CodedText) => {
      const before = service.sent().length
      const { thread, status } = await service.say(server.url, said)
      expect(status).toBeLessThan(300)
      const [answer] = await heard(before)
      await rest()
      return { ...answer!, asked: thread }
    }

    beforeEach(async () => {
      service.refuseToken(false)
      service.badDay(null)
      service.beBusy(0, '1')
      for (const { id } of (await client.call('GET', path())).body)
        await client.call('DELETE', `${path()}/${id}`)
      await server.context.db.delete(conversations)
      await server.context.db.delete(visitors)
      channel = (await connect()).body
    })

    it('[42.2] says what it asks for, and is tried before it is stored', async () => {
      const kind = ChannelKindList.parse((await client.call('GET', '/api/v1/channels')).body).find(
        (one) => one.kind === service.kind,
      )!
      const address = server.context.link(`/api/v1/channels/${service.kind}/events`)
      if (CHANNELS[service.kind].hook) expect(kind.manifest).toContain(address)
      else expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(404)
      await client.call('DELETE', `${path()}/${channel.id}`)
      expect(await connect({ settings: { ...service.settings, [secret()]: 'wrong' } })).toMatchObject({
        status: 422,
        body: { fields: { [secret()]: expect.stringContaining('refused') } },
      })
      expect(await connect({ settings: { ...service.settings, url: at('inside.test') } })).toMatchObject({
        status: 422,
        body: { fields: { url: expect.any(String) } },
      })
      expect((await client.call('GET', path())).body).toEqual([])
      expect(await connect()).toMatchObject({
        status: 201,
        body: { enabled: true, error: null, assistant: 'Keeper' },
      })
      expect((await connect()).status).toBe(409)
    })

    it('[42.2] keeps its secrets, in answers, logs and the audit log', async () => {
      await answerTo({ text: QUESTION })
      const told = JSON.stringify([
        await shown(),
        server.logs,
        (await client.call('GET', `/api/v1/organizations/${organization}/audit-log`)).body,
      ])
      for (const name of service.secrets) expect(told).not.toContain(service.settings[name])
      const known = Object.entries(service.settings).filter(([name]) => !service.secrets.includes(name))
      const open = Object.fromEntries(known)
      // They go to the address that they were entered for.
      const elsewhere = { settings: { ...open, url: at('other.test') } }
      expect((await change(elsewhere)).body.fields).toHaveProperty(secret())
      // Left empty they stay as they are.
      expect((await change({ settings: open })).status).toBe(200)
      await answerTo({ text: QUESTION })
      expect((await connect()).status).toBe(409)
    })

    it('[42.2] answers with its sources, and remembers the thread', async () => {
      const first = await answerTo({ text: QUESTION })
      expect(first.text).toContain('thirty days')
      expect(first.text).toContain('Returns &amp; refunds')
      expect(first.thread).toBe(first.asked)
      await answerTo({ text: 'And with a receipt?', thread: first.thread })
      const before = service.sent().length
      await service.goOn(server.url, { text: 'What about boots?', thread: first.thread })
      await heard(before)
      expect(await conversationsNow()).toMatchObject([{ channel: service.kind, title: QUESTION }])
      expect(await shown()).toMatchObject({ used_today: 3, last_message_at: expect.any(String) })
      const usage = (
        await client.call('GET', `/api/v1/organizations/${organization}/usage/series?days=7&time_zone=UTC`)
      ).body
      expect(JSON.stringify(usage)).toContain(`"${service.kind}"`)
    })

    it('[42.2] gives each person in a thread a conversation of their own', async () => {
      const [first, second] = service.people
      const { thread } = await answerTo({ text: QUESTION, sender: first.id })
      // Without naming the assistant nobody else is heard.
      await service.goOn(server.url, { text: 'I like boots', thread, sender: second.id })
      await answerTo({ text: QUESTION, thread, sender: second.id })
      const rows = await conversationsNow()
      expect(rows).toHaveLength(2)
      expect(new Set(rows.map(({ visitorId }) => visitorId)).size).toBe(2)
      expect((await shown()).used_today).toBe(2)
    })

    it('[42.2] believes nobody else, and hears no noise', async () => {
      for (const [what, deliver] of Object.entries(service.forged))
        expect([400, null], what).toContain(await deliver(server.url))
      await service.noise(server.url)
      expect((await shown()).error).toBeNull()
      await answerTo({ text: QUESTION })
      expect(await conversationsNow()).toHaveLength(1)
      expect((await shown()).used_today).toBe(1)
    })

    it('[42.2] answers once what is delivered twice', async () => {
      const before = service.sent().length
      const { again } = await service.say(server.url, { text: QUESTION })
      expect(await Promise.all([again(), again()])).toEqual([200, 200])
      await heard(before)
      expect(await again()).toBe(200)
      await answerTo({ text: 'Something else?' })
      expect(service.sent()).toHaveLength(before + 2)
    })

    it('[42.2] waits as long as it is asked to, and for a service that is away', async () => {
      service.beBusy(2, '1')
      expect((await answerTo({ text: QUESTION })).text).toContain('thirty days')
      const before = service.sent().length
      service.badDay(() => false)
      await service.say(server.url, { text: QUESTION })
      await until(shown, ({ error }) => error?.code === 'service_away')
      const notified = async () => JSON.stringify((await client.call('GET', '/api/v1/notifications')).body)
      await expect.poll(notified).toContain('cannot answer')
      service.badDay(null)
      await heard(before)
      await until(shown, ({ error }) => error === null)
      expect(service.sent()).toHaveLength(before + 1)
    })

    it('[42.2] answers once after its process has ended', async () => {
      await client.call('DELETE', `${path()}/${channel.id}`)
      const place = await makePlace()
      const first = await startTestServer({ ...options, place })
      const { ann: theirs, organizationId } = await organizationOn(first)
      const integration_id = await theirs.published(organizationId, [])
      expect((await connect({ integration_id }, theirs, organizationId)).status).toBe(201)
      const before = service.sent().length
      let asked = 0
      service.badDay(() => {
        asked++
        return true
      })
      await service.say(first.url, { text: QUESTION })
      await expect.poll(() => asked).toBeGreaterThan(0)
      await first.close()
      service.badDay(null)
      const second = await startTestServer({ ...options, place })
      await heard(before)
      await service.say(second.url, { text: 'Something else?' })
      await heard(before + 1)
      expect(service.sent()).toHaveLength(before + 2)
      await second.close()
      await place.remove()
    })

    it('[42.2] says that its access was taken away, and answers once it has another', async () => {
      service.refuseToken(true)
      const before = service.sent().length
      if (service.revoke) {
        await service.revoke(server.url)
        expect((await shown()).error).toMatchObject({ code: service.refusal })
      }
      await service.say(server.url, { text: QUESTION })
      expect((await until(shown, ({ error }) => error !== null)).error).toMatchObject({
        code: service.refusal,
      })
      await rest()
      expect((await change({ settings: service.settings })).status).toBe(422)
      service.refuseToken(false)
      expect(await change({ settings: service.settings })).toMatchObject({
        status: 200,
        body: { error: null },
      })
      expect((await heard(before))[0]!.text).toContain('thirty days')
    })

    it('[42.2] hears thumbs of whoever asked', async () => {
      if (!service.rate) return
      const [first, second] = service.people
      const answer = await answerTo({ text: QUESTION, sender: first.id })
      const ratings = async () => {
        const [conversation] = await conversationsNow()
        const { body } = await client.call('GET', `/api/v1/conversations/${conversation!.id}`)
        return body.messages.map(({ feedback }: { feedback: { rating: string } | null }) => feedback?.rating)
      }
      await service.rate(server.url, answer, second.id, 'up')
      expect(await ratings()).toEqual([undefined, undefined])
      await service.rate(server.url, answer, first.id, 'up')
      expect(await ratings()).toEqual([undefined, 'up'])
      await service.rate(server.url, answer, first.id, null)
      expect(await ratings()).toEqual([undefined, undefined])
    })

    it('[42.2] hands over to a person, whose replies come back into the thread', async () => {
      await client.call('PATCH', `/api/v1/integrations/${assistant}/handover`, {
        offered: ['asked', 'refused'],
      })
      const lost = await answerTo({ text: 'Who painted the ceiling of the chapel?' })
      expect(lost.text).toContain('write “person”')
      const before = service.sent().length
      await service.goOn(server.url, { text: 'person', thread: lost.thread, hasFile: true })
      const [promise] = await heard(before)
      expect(promise).toMatchObject({
        thread: lost.thread,
        text: expect.stringContaining('Of course. One of us will reply to you here.'),
      })
      // Nothing of the message was answered.
      expect(promise!.text).not.toContain('attachments')
      const [item] = (await client.call('GET', `/api/v1/organizations/${organization}/inbox`)).body.items
      expect(item).toMatchObject({ reason: 'refused', email: service.people[0].email })
      const one = `/api/v1/conversations/${item.conversation_id}/handover`
      // The words of the request, which may say what it is about.
      const words = `person\n\n[With an attachment: see ${channel.name}]`
      expect((await client.call('GET', one)).body.entries).toMatchObject([
        { kind: 'visitor', content: words },
      ])
      await client.call('POST', `${one}/entries`, { kind: 'reply', content: 'It was *me* & <you>.' })
      const [reply] = await heard(before + 1)
      expect(reply).toMatchObject({
        thread: lost.thread,
        text: expect.stringContaining('It was *me* &amp; &lt;you&gt;.'),
      })
      await rest()
      // The assistant would hear no more of them in this hour.
      await hearEarlier(30)
      // The assistant is silent now.
      await service.goOn(server.url, { text: QUESTION, thread: lost.thread })
      const entries = await until(
        async () => (await client.call('GET', one)).body.entries as { kind: string; content: string }[],
        (all) => all.some(({ content }) => content === QUESTION),
      )
      expect(entries.at(-1)).toMatchObject({ kind: 'visitor', content: QUESTION })
      expect(service.sent()).toHaveLength(before + 2)
      await rest()
      // What the person has taken is not heard by the assistant.
      await forgetEarlier()
      await hearEarlier(30)
      // As on a page, 50 wait for the next reply.
      const write = (count: number) =>
        server.context.db.insert(handoverEntries).values(
          Array.from({ length: count }, () => ({
            conversationId: item.conversation_id,
            kind: 'visitor' as const,
            content: 'Hello?',
          })),
        )
      await write(49)
      await service.goOn(server.url, { text: 'Is anyone there, please?', thread: lost.thread })
      const [refused] = await heard(before + 2)
      expect(refused).toMatchObject({
        thread: lost.thread,
        text: expect.stringContaining('try again later'),
      })
      await service.goOn(server.url, { text: 'Will anyone answer me?', thread: lost.thread })
      // Messages are read in order.
      await answerTo({ text: QUESTION, sender: service.people[1].id })
      // After a reply it begins anew.
      await client.call('POST', `${one}/entries`, { kind: 'reply', content: 'I am here.' })
      await heard(before + 4)
      await service.goOn(server.url, { text: 'At last.', thread: lost.thread })
      await until(
        async () => (await client.call('GET', one)).body.entries as { content: string }[],
        (all) => all.at(-1)?.content === 'At last.',
      )
      await write(50)
      await rest()
      await service.goOn(server.url, { text: 'Is anyone still there?', thread: lost.thread })
      const [again] = await heard(before + 5)
      expect(again).toMatchObject({ thread: lost.thread, text: expect.stringContaining('try again later') })
      await client.call('PATCH', one, { status: 'resolved' })
      // In one sentence, too.
      const asked = await answerTo({ text: 'I want to speak to a human about my boots' })
      expect(asked.text).toContain('Of course. One of us will reply to you here.')
      expect(service.sent()).toHaveLength(before + 7)
      expect(JSON.stringify((await client.call('GET', one)).body)).not.toMatch(/Is anyone|Will anyone/)
      const { items } = (await client.call('GET', `/api/v1/organizations/${organization}/inbox`)).body
      expect(items).toMatchObject([{ reason: 'asked' }])
      await client.call('PATCH', `/api/v1/integrations/${assistant}/handover`, { offered: [] })
    })

    it('[42.2] says what of a message it has not read', async () => {
      const before = await answerTo({ text: QUESTION, hasFile: true })
      expect(before.text).toMatch(/thirty days[\s\S]*I can’t read attachments/)
      const alone = await answerTo({ text: '', hasFile: true, thread: before.thread })
      expect(alone.text).toContain('Please write your question as text.')
      const long = await answerTo({ text: `${QUESTION} ${LEAF.trim().repeat(100)}` })
      expect(long.text).toMatch(/thirty days[\s\S]*This answers its beginning/)
    })

    it('[42.2] gives a person who has taken over all of a message, and says where its file is', async () => {
      await client.call('PATCH', `/api/v1/integrations/${assistant}/handover`, { offered: ['asked'] })
      const promise = await answerTo({ text: 'I want to speak to a human about my boots', hasFile: true })
      expect(promise.text).not.toContain('attachments')
      const { thread } = promise
      const [item] = (await client.call('GET', `/api/v1/organizations/${organization}/inbox`)).body.items
      const one = `/api/v1/conversations/${item.conversation_id}/handover`
      const before = service.sent().length
      await client.call('POST', `${one}/entries`, { kind: 'reply', content: 'What do they look like?' })
      await heard(before)
      const long = `Here they are. ${'These are my boots. '.repeat(500)}`.trim()
      await service.goOn(server.url, { text: long, thread, hasFile: true })
      await service.goOn(server.url, { text: '', thread, hasFile: true })
      type Entry = { kind: string; content: string }
      const written = await until(
        async () =>
          ((await client.call('GET', one)).body.entries as Entry[]).filter(({ kind }) => kind === 'visitor'),
        ({ length }) => length === 2,
      )
      const file = `[With an attachment: see ${channel.name}]`
      expect(written.map(({ content }) => content)).toEqual([`${long}\n\n${file}`, file])
      await rest()
      expect(service.sent()).toHaveLength(before + 1)
      await client.call('PATCH', `/api/v1/integrations/${assistant}/handover`, { offered: [] })
    })

    it('[42.2] says once that it has heard too much of someone in an hour, and then nothing', async () => {
      await answerTo({ text: QUESTION })
      await hearEarlier(29)
      const before = service.sent().length
      expect((await answerTo({ text: QUESTION })).text).toContain('try again later')
      await service.say(server.url, { text: QUESTION })
      const other = await answerTo({ text: QUESTION, sender: service.people[1].id })
      expect(other.text).toContain('thirty days')
      expect(service.sent()).toHaveLength(before + 2)
    })

    it('[42.2] takes odd characters, and what is far too long', async () => {
      const odd = await answerTo({ text: `\u0000<!channel> & 👟 \ud800 ${QUESTION}` })
      expect(odd.text).not.toContain('<!channel>')
      const long = await answerTo({ text: `${QUESTION} ${'boots '.repeat(8_000)}` })
      expect(long.text.length).toBeLessThan(40_000)
    })

    it('[42.2] is held to its limit, and silent while it is paused', async () => {
      await change({ daily_limit: 1 })
      expect((await answerTo({ text: QUESTION })).text).toContain('thirty days')
      expect((await answerTo({ text: QUESTION })).text).toContain('try again later')
      await change({ enabled: false, daily_limit: 100 })
      const before = service.sent().length
      await service.say(server.url, { text: QUESTION })
      await change({ enabled: true })
      await answerTo({ text: QUESTION })
      expect(service.sent()).toHaveLength(before + 1)
    })

    it('[42.2] is nobody else’s', async () => {
      const { ann: theirs, organizationId: other } = await organizationOn(server, 'Other')
      expect((await theirs.call('GET', path())).status).toBe(404)
      expect((await theirs.call('DELETE', `${path()}/${channel.id}`)).status).toBe(404)
      expect((await theirs.call('PATCH', `${path(other)}/${channel.id}`, { enabled: false })).status).toBe(
        404,
      )
      // Neither with an assistant of others, nor to an account that others have.
      expect((await connect({}, theirs, other)).status).toBe(404)
      const own = await theirs.published(other, [])
      expect((await connect({ integration_id: own }, theirs, other)).status).toBe(409)
      expect(await connect({ settings: service.claim })).toMatchObject({
        status: 409,
        body: { code: 'known_channel' },
      })
      // A server of theirs that claims the account keeps nothing from those who have it, and hears nothing.
      const claimed = await connect({ integration_id: own, settings: service.claim }, theirs, other)
      expect(claimed.status).toBe(201)
      expect((await answerTo({ text: QUESTION })).text).toContain('thirty days')
      expect((await theirs.call('GET', path(other))).body[0].used_today).toBe(0)
      await theirs.call('DELETE', `${path(other)}/${claimed.body.id}`)
    })

    it('[42.2] answers from what is for everyone alone', async () => {
      const [{ id: base }] = (
        await client.call('GET', `/api/v1/organizations/${organization}/knowledge-bases`)
      ).body
      const readers = `/api/v1/knowledge-bases/${base}/readers`
      expect(
        (await client.call('PUT', readers, { restricted: true, group_ids: [], user_ids: [] })).status,
      ).toBe(200)
      expect((await answerTo({ text: QUESTION })).text).not.toContain('thirty days')
      await client.call('PUT', readers, { restricted: false, group_ids: [], user_ids: [] })
    })

    it('[42.2][44] is found, exported and erased with whoever wrote', async () => {
      const [first, second] = service.people
      await answerTo({ text: QUESTION, sender: first.id })
      await answerTo({ text: QUESTION, sender: second.id })
      const look = async (who: string) =>
        (await client.call('POST', `/api/v1/organizations/${organization}/personal-data`, { who })).body
      for (const who of [first.id, first.email])
        expect((await look(who)).kept).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ kind: 'conversations', count: 1 }),
            expect.objectContaining({ kind: 'visits', count: 1 }),
          ]),
        )
      const begun = await client.call('POST', `/api/v1/organizations/${organization}/erasures`, {
        who: first.id,
      })
      expect(begun.status).toBe(202)
      await until(
        () => server.context.db.select().from(visitors).where(eq(visitors.channelId, channel.id)),
        (rows) => rows.length === 1,
      )
      expect(await conversationsNow()).toHaveLength(1)
      const { rows } = await server.context.db.execute(
        `select row_to_json(t)::text as line from channel_messages t`,
      )
      expect(JSON.stringify(rows)).not.toContain(first.id)
    })

    it('[42.2][44] obeys retention by channel', async () => {
      await answerTo({ text: QUESTION })
      const rules = [{ integration_id: null, channel: service.kind, days: 1 }]
      await client.call('PUT', `/api/v1/organizations/${organization}/retention`, {
        default_days: null,
        rules,
      })
      await server.context.db
        .update(conversations)
        .set({ lastMessageAt: new Date(Date.now() - 2 * 24 * 3_600_000) })
      await server.sweep()
      expect(await conversationsNow()).toEqual([])
      const { rows } = await server.context.db.execute(`select * from channel_messages`)
      expect(rows).toEqual([])
      await client.call('PUT', `/api/v1/organizations/${organization}/retention`, {
        default_days: null,
        rules: [],
      })
    })
  })
