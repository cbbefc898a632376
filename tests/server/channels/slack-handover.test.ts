import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { handovers, handoverTickets } from '../../../server/kernel/db/schema/index.ts'
import { organizationOn, until } from '../../harness/knowledge.ts'
import { mailsTo } from '../../harness/mails.ts'
import { startNameServer } from '../../harness/name-server.ts'
import { closedAfterwards, serve } from '../../harness/serve.ts'
import { TOKEN } from '../../harness/service.ts'
import { SIGNING_SECRET, STRANGER, startSlack } from '../../harness/slack.ts'
import { AGENT, startZendesk, TOKEN as ZENDESK_TOKEN } from '../../harness/zendesk.ts'

const names = closedAfterwards(await startNameServer())
const ofMember = closedAfterwards(await startSlack())
const ofStranger = closedAfterwards(await startSlack('T0SHOP'))
const zendesk = closedAfterwards(await startZendesk())
const ports = [ofMember.port, ofStranger.port, zendesk.port]
const server = await serve({
  web: { allowedNetworks: ['127.0.0.1/32'], ports, nameServers: [names.address] },
})

/** Asks for a person in a new organization's Slack. */
const request = async (slack: typeof ofMember, user: string, handover: object = {}) => {
  const { ann: client, organizationId: organization } = await organizationOn(server)
  const assistant = await client.published(organization, [])
  const path = `/api/v1/integrations/${assistant}/handover`
  expect(await client.call('PATCH', path, { offered: ['asked'], ...handover })).toMatchObject({ status: 200 })
  const channels = `/api/v1/organizations/${organization}/channels`
  const settings = { url: slack.url, token: TOKEN, signing_secret: SIGNING_SECRET }
  await client.call('POST', channels, { kind: 'slack', integration_id: assistant, settings })
  const event = { type: 'app_mention', channel: 'C0HELP', user, ts: slack.ts() }
  const text = `<@${slack.bot}> I want to speak to a human`
  await slack.deliver(server.url, slack.envelope({ ...event, text }))
  await expect.poll(() => slack.posted).toHaveLength(1)
  const inbox = async () =>
    (await client.call('GET', `/api/v1/organizations/${organization}/inbox`)).body.items
  const [item] = await until(inbox, (items) => items.length > 0)
  const reply = async (content: string) => {
    await client.call('POST', `/api/v1/conversations/${item.conversation_id}/handover/entries`, {
      kind: 'reply',
      content,
    })
    await server.context.background.settle()
  }
  const notified = async (): Promise<string[]> =>
    (await client.call('GET', '/api/v1/notifications')).body.map(({ type }: { type: string }) => type)
  return { client, channels, item, reply, notified }
}

it('a reply to a place that is gone is mailed or given up, and holds up no later one', async () => {
  const slack = ofMember
  const { client, channels, item, reply, notified } = await request(slack, 'U0GRACE')
  slack.badDay((_, response) => {
    const headers = { 'content-type': 'application/json' }
    response.writeHead(200, headers).end(JSON.stringify({ ok: false, error: 'is_archived' }))
  })

  await reply('It left on Monday.')
  const [mail] = await mailsTo(server, item.email)
  expect(mail?.body).toContain('It left on Monday.')
  expect(await notified()).not.toContain('handover_reply_failure')

  await server.context.db
    .update(handovers)
    .set({ email: '' })
    .where(eq(handovers.conversationId, item.conversation_id))
  await reply('It left on Tuesday.')
  expect(await notified()).toContain('handover_reply_failure')

  slack.badDay(null)
  await reply('It comes on Thursday.')
  expect(slack.posted.slice(1)).toMatchObject([{ text: expect.stringContaining('It comes on Thursday.') }])
  expect(await notified()).not.toContain('channel_failure')
  expect((await client.call('GET', channels)).body).toMatchObject([{ error: null }])
})

it('the request of a person without an address waits in the inbox, which alone can reply in the thread', async () => {
  const { item, reply, notified } = await request(ofStranger, STRANGER, {
    inbox: false,
    email: 'support@acme.test',
    zendesk_url: zendesk.url,
    zendesk_email: AGENT,
    zendesk_token: ZENDESK_TOKEN,
  })
  expect(await notified()).toContain('handover_requested')
  const mail = await until(
    async () => (await mailsTo(server, 'support@acme.test'))[0],
    (sent) => sent !== undefined,
  )
  expect(mail).not.toHaveProperty('replyTo')
  expect(mail?.subject).toContain(`Person ${STRANGER} asks for a person`)
  expect(mail?.body).toContain(`Person ${STRANGER} (–) asked`)
  expect(mail?.body).toContain(`/inbox?conversation=${item.conversation_id}`)
  const isOf = eq(handoverTickets.conversationId, item.conversation_id)
  expect(await server.context.db.select().from(handoverTickets).where(isOf)).toEqual([])
  await reply('It comes on Thursday.')
  expect(ofStranger.posted[1]).toMatchObject({ text: expect.stringContaining('It comes on Thursday.') })
})
