import { expect, it } from 'vitest'
import { DEMO_LOG_IN } from '../../server/operator/demo/client.ts'
import { seedDemo } from '../../server/operator/demo/seed.ts'
import { openShop } from '../../server/operator/demo/shop.ts'
import { GapList, SourceAnalytics, UsageSeries } from '../../src/services/contract/analytics.ts'
import { Inbox } from '../../src/services/contract/handover.ts'
import { createClient } from '../harness/knowledge.ts'
import { startTestServer } from '../harness/server.ts'

it('the demo is a living product, and is made once', async () => {
  const server = await startTestServer()
  await seedDemo(server.app, server.context.db)
  await seedDemo(server.app, server.context.db)
  const shop = await openShop(server.app, server.url, '127.0.0.1')
  const { access_token } = (await server.logIn(DEMO_LOG_IN.email, DEMO_LOG_IN.password)).json()
  const ada = createClient(server.url, { headers: { authorization: `Bearer ${access_token}` } })
  const { body: organizations } = await ada.call('GET', '/api/v1/organizations')
  expect(organizations).toMatchObject([{ name: 'Northwind Boots' }])
  const at = `/api/v1/organizations/${organizations[0].id}`
  const { body: bases } = await ada.call('GET', `${at}/knowledge-bases`)
  expect(bases).toMatchObject([
    { name: 'Customer help', status: 'ready', counts: { documents: 5, ready: 5 } },
    { name: 'Shop staff handbook', status: 'ready', counts: { documents: 2, ready: 2 } },
  ])
  const { body: integrations } = await ada.call('GET', `${at}/integrations`)
  expect(integrations).toMatchObject([
    { name: 'Help desk', status: 'published' },
    { name: 'Shop assistant', status: 'published' },
  ])
  const desk = integrations[0].id
  expect(await (await fetch(shop ?? '')).text()).toContain(`${server.url}/embed.js" data-assistant="${desk}"`)
  const { body: conversations } = await ada.call(
    'GET',
    `/api/v1/integrations/${integrations[0].id}/conversations`,
  )
  const { body: detail } = await ada.call('GET', `/api/v1/conversations/${conversations.items[0].id}`)
  expect(detail.messages[1].content).toMatch(/within 60 days of delivery\.[^[]* \[1\]/)
  expect(detail.messages[3].content).toContain('85 euros')

  const { body: series } = await ada.call('GET', `${at}/usage/series?days=30`)
  const { days, by_channel } = UsageSeries.parse(series)
  expect(days.filter(({ questions }) => questions > 0).length).toBeGreaterThan(25)
  expect(by_channel.map(({ channel }) => channel).sort()).toEqual([
    'api',
    'chat',
    'embed',
    'playground',
    'share',
  ])
  const answered = days.reduce((sum, day) => sum + day.answered, 0)
  const unanswered = days.reduce((sum, day) => sum + day.unanswered, 0)
  expect(answered).toBeGreaterThan(3 * unanswered)
  const gaps = GapList.parse((await ada.call('GET', `${at}/gaps`)).body)
  expect(gaps.length).toBeGreaterThanOrEqual(3)
  const { documents } = SourceAnalytics.parse((await ada.call('GET', `${at}/sources`)).body)
  expect(documents.some(({ liked }) => liked > 0)).toBe(true)
  expect((await ada.call('GET', `${at}/conversations?rating=down`)).body.total).toBeGreaterThan(2)
  expect((await ada.call('GET', `${at}/conversations?tag=returns`)).body.total).toBeGreaterThan(2)
  const inbox = Inbox.parse((await ada.call('GET', `${at}/inbox?status=open`)).body)
  expect(inbox.counts).toEqual({ open: 2, waiting: 1, resolved: 2 })
  const { body: page } = await ada.call('GET', `/api/v1/share/${integrations[0].id}`)
  expect(page).toMatchObject({ name: 'Help desk' })
  const settings = await ada.call('GET', `/api/v1/integrations/${desk}/public-page`)
  expect(settings.body.allowed_origins).toEqual([shop])
  await server.close()
})
