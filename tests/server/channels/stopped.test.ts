import { expect, it } from 'vitest'
import { organizationOn } from '../../harness/knowledge.ts'
import { startNameServer } from '../../harness/name-server.ts'
import { closedAfterwards } from '../../harness/serve.ts'
import { startTestServer } from '../../harness/server.ts'
import { TOKEN } from '../../harness/service.ts'
import { SIGNING_SECRET, startSlack } from '../../harness/slack.ts'

it('a server that is stopped gives up what a service does not take, whatever else it waits for', async () => {
  const names = closedAfterwards(await startNameServer())
  const slack = closedAfterwards(await startSlack())
  const server = await startTestServer({
    web: { allowedNetworks: ['127.0.0.1/32'], ports: [slack.port], nameServers: [names.address] },
  })
  const { ann: client, organizationId: id } = await organizationOn(server)
  const integration_id = await client.published(id, [])
  const settings = { url: slack.url, token: TOKEN, signing_secret: SIGNING_SECRET }
  await client.call('POST', `/api/v1/organizations/${id}/channels`, {
    kind: 'slack',
    integration_id,
    settings,
  })
  const requests = { open: 0, closed: 0 }
  slack.badDay((request, response) => {
    if (request.url !== '/api/chat.postMessage') return void response.writeHead(500).end()
    requests.open++
    response.on('close', () => requests.closed++)
  })
  const asked = { type: 'app_mention', channel: 'C0HELP', user: 'U0GRACE', ts: slack.ts() }
  await slack.deliver(server.url, slack.envelope({ ...asked, text: `<@${slack.bot}> How long?` }))
  await expect.poll(() => requests.open).toBe(1)
  let end = () => {}
  const other = new Promise<void>((resolve) => {
    end = resolve
  })
  server.context.background.run('something else', () => other)
  const closed = server.close()
  await expect.poll(() => requests.closed).toBe(1)
  end()
  await closed
})
