import { expect, it } from 'vitest'
import { DEMO_LOG_IN, seedDemo } from '../../server/demo/seed.ts'
import { createClient } from '../harness/knowledge.ts'
import { startTestServer } from '../harness/server.ts'

it('the demo is a living product, and is made once', async () => {
  const server = await startTestServer()
  await seedDemo(server.app)
  await seedDemo(server.app)
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
    { name: 'Help desk', counts: { questions: 2, answered: 2 } },
    { name: 'Shop assistant' },
  ])
  const { body: conversations } = await ada.call(
    'GET',
    `/api/v1/integrations/${integrations[0].id}/conversations`,
  )
  const { body: detail } = await ada.call('GET', `/api/v1/conversations/${conversations.items[0].id}`)
  expect(detail.messages[1].content).toContain('within 60 days of delivery. [1]')
  expect(detail.messages[3].content).toContain('85 euros')
  await server.close()
})
