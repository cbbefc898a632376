import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { channelMessages, endedConnections, sources } from '../../server/kernel/db/schema/index.ts'
import { outboxPath } from '../../server/kernel/mail/outbox.routes.ts'
import { createSeal } from '../../server/kernel/secrets.ts'
import { makePlace, type Place } from '../harness/database.ts'
import { CLIENT, startGoogle } from '../harness/google.ts'
import { createClient, emptyBase, organizationOn } from '../harness/knowledge.ts'
import { type NameServer, startNameServer } from '../harness/name-server.ts'
import { startTestServer } from '../harness/server.ts'
import { TOKEN } from '../harness/service.ts'
import { signInThere } from '../harness/sign-in-there.ts'
import { SIGNING_SECRET, startSlack } from '../harness/slack.ts'

/** Each queue looks every two seconds. */
const lookedAt = () => new Promise((resolve) => setTimeout(resolve, 4_000))

describe('[operate M6] a quiet copy', () => {
  let place: Place
  let names: NameServer

  beforeEach(async () => {
    place = await makePlace()
    names = await startNameServer()
  })
  afterEach(async () => {
    await names.close()
    await place.remove()
  })

  const webOf = (port: number) => ({
    web: { allowedNetworks: ['127.0.0.1/32'], ports: [port], nameServers: [names.address] },
  })

  it('leaves the messages and replies of channels to the original', async () => {
    const slack = await startSlack()
    const options = { place, ...webOf(slack.port) }
    const original = await startTestServer(options)
    const { person: ann, ann: client, organizationId: id } = await organizationOn(original)
    const assistant = await client.published(id, [])
    await client.call('PATCH', `/api/v1/integrations/${assistant}/handover`, { offered: ['asked'] })
    await client.call('POST', `/api/v1/organizations/${id}/channels`, {
      kind: 'slack',
      integration_id: assistant,
      settings: { url: slack.url, token: TOKEN, signing_secret: SIGNING_SECRET },
    })
    const say = (server: string, text: string, thread = slack.ts()) => {
      const written = { type: 'app_mention', channel: 'C0HELP', user: 'U0GRACE', ts: slack.ts() }
      return slack.deliver(server, slack.envelope({ ...written, text, thread_ts: thread }))
    }
    const thread = slack.ts()
    const ask = `<@${slack.bot}> I want to speak to a human`
    const release = slack.hold(0)
    await say(original.url, ask, thread)
    await expect.poll(slack.askedFor).toBe(1)
    // It finishes what it is sending: the next process would send it again.
    const closed = original.close()
    await expect.poll(original.context.background.isEnding).toBe(true)
    release()
    await closed

    const copy = await startTestServer({ ...options, quiet: true })
    const there = createClient(copy.url, ann)
    expect((await say(copy.url, ask)).status).toBe(200)
    const [item] = (await there.call('GET', `/api/v1/organizations/${id}/inbox`)).body.items
    const entries = `/api/v1/conversations/${item.conversation_id}/handover/entries`
    expect((await there.call('POST', entries, { kind: 'reply', content: 'Here I am.' })).status).toBe(201)
    await lookedAt()
    await copy.context.background.settle()
    expect(slack.posted).toHaveLength(1)
    const waiting = await copy.context.db.select().from(channelMessages)
    expect(waiting.filter(({ status }) => status === 'waiting')).toMatchObject([{ attempts: 0 }])
    await copy.close()
    await slack.close()
  })

  it('neither renews nor revokes the access that the original has to a service', async () => {
    const google = await startGoogle('documents')
    const copy = await startTestServer({ place, ...webOf(google.port), quiet: true })
    const { person: ann, ann: client, knowledgeBaseId: base } = await emptyBase(copy)
    const wanted = { connector: 'google_drive', settings: { url: google.url, ...CLIENT } }
    const allow = (page: string) => google.decided(page, 'allow')
    const done = await signInThere({ server: copy, person: ann, base, wanted, allow })
    const path = `/api/v1/knowledge-bases/${base}/sources`
    const { body } = await client.call('POST', path, {
      ...{ kind: 'connector', ...wanted, choices: google.choices.slice(0, 1) },
      sign_in: 'id' in done && done.id,
    })
    const { db, background } = copy.context
    const seal = createSeal(copy.config.jwtSecret, 'sources')
    const [row] = await db.select().from(sources)
    const secrets = JSON.parse(seal.open(row!.secrets!)!)
    const expired = { ...JSON.parse(secrets[' tokens']), expiresAt: Date.now() }
    await db
      .update(sources)
      .set({ secrets: seal.close(JSON.stringify({ ...secrets, ' tokens': JSON.stringify(expired) })) })
    const settings = { url: google.url, client_id: CLIENT.client_id }
    const listed = await client.call('POST', `${path}/choices`, { ...wanted, settings, source_id: body.id })
    expect(listed.status).toBe(422)
    const given = google.refreshTokens()
    expect((await client.call('DELETE', `/api/v1/sources/${body.id}`)).status).toBe(200)
    await copy.sweep()
    await background.settle()
    expect([google.settings.renewed, google.refreshTokens()]).toEqual([0, given])
    expect(await db.$count(endedConnections)).toBe(1)
    await copy.close()
    await google.close()
  })

  it('says on its outbox page why mails are kept', async () => {
    const copy = await startTestServer({ place, quiet: true })
    const page = await copy.inject({ url: outboxPath(copy.config) })
    expect(page.body).toContain('QUIET is on, so no email is sent.')
    expect(page.body).not.toContain('SMTP_URL')
    await copy.close()
  })
})
