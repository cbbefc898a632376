import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { handovers } from '../../../server/kernel/db/schema/index.ts'
import { createClient, until } from '../../harness/knowledge.ts'
import { mailsTo } from '../../harness/mails.ts'
import { startNameServer } from '../../harness/name-server.ts'
import { closedAfterwards, serve } from '../../harness/serve.ts'
import { TOKEN } from '../../harness/service.ts'
import { SIGNING_SECRET, startSlack } from '../../harness/slack.ts'

const names = closedAfterwards(await startNameServer())
const slack = closedAfterwards(await startSlack())
const web = { allowedNetworks: ['127.0.0.1/32'], ports: [slack.port], nameServers: [names.address] }
const server = await serve({ web })

it('a reply to a place that is gone is mailed or given up, and holds up no later one', async () => {
  const ann = await server.register()
  const client = createClient(server.url, ann)
  const { id: organization } = await server.found(ann)
  const assistant = await client.published(organization, [])
  await client.call('PATCH', `/api/v1/integrations/${assistant}/handover`, { offered: ['asked'] })
  const channels = `/api/v1/organizations/${organization}/channels`
  const settings = { url: slack.url, token: TOKEN, signing_secret: SIGNING_SECRET }
  await client.call('POST', channels, { kind: 'slack', integration_id: assistant, settings })
  const event = { type: 'app_mention', channel: 'C0HELP', user: 'U0GRACE', ts: slack.ts() }
  const text = `<@${slack.bot}> I want to speak to a human`
  await slack.deliver(server.url, slack.envelope({ ...event, text }))
  const [item] = await until(
    async () => (await client.call('GET', `/api/v1/organizations/${organization}/inbox`)).body.items,
    (items) => items.length > 0,
  )
  await expect.poll(() => slack.posted).toHaveLength(1)

  const reply = async (content: string) => {
    await client.call('POST', `/api/v1/conversations/${item.conversation_id}/handover/entries`, {
      kind: 'reply',
      content,
    })
    await server.context.background.settle()
  }
  const notified = async () =>
    (await client.call('GET', '/api/v1/notifications')).body.map(({ type }: { type: string }) => type)
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
