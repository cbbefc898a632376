import { type Gateway, startGateway } from './gateway.ts'
import { clientOf, enrolled } from './models/accounts.ts'
import { lectern } from './models/lectern.ts'
import { whileBusy } from './rest.ts'
import { test as base, expect } from './with-model.ts'

const test = base.extend<{ gateway: Gateway }>({
  gateway: async ({ server }, use) => {
    const gateway = await startGateway(server.url)
    await use(gateway)
    await gateway.stop()
  },
  baseURL: async ({ gateway }, use) => use(gateway.url),
})

// An answer is under way in every step.
test.use({ awaitsRest: false })

test('[S2.17] an answer goes on through a reload, another screen, and a lost connection', async ({
  page,
  server,
  gateway,
  model,
}) => {
  const say = model.hold()
  const { tokens, organizationId } = await enrolled(page, server.url, 'Northwind Boots')
  const ann = clientOf(server.url, tokens)
  const returns = await ann.filled(organizationId, [
    { name: 'returns.md', content: '# Returns\n\nYou may return unworn boots within 60 days of delivery.' },
  ])
  const { id } = await ann.integration(organizationId, [returns], 'Help desk')
  await page.goto(`/integrations/${id}`)
  const answer = page.getByRole('article').last()

  await lectern(page).ask('How long can I return boots?')
  await say('Sixty ')
  await expect(answer).toContainText('Sixty')
  await whileBusy(() => page.reload())
  await expect(answer).toContainText('Sixty')
  await say('days, ')
  await expect(answer).toContainText('Sixty days,')

  await page.getByRole('link', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Search' })).toBeVisible()
  await say('counted from ')
  await page.getByRole('link', { name: 'Playground', exact: true }).click()
  await expect(answer).toContainText('Sixty days, counted from')

  gateway.cut()
  await say('delivery. [1]')
  await expect(answer).toContainText('Sixty days, counted from delivery.')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  await say(null)
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  await expect(answer.getByRole('button', { name: /^Source 1/ })).toBeVisible()
})
