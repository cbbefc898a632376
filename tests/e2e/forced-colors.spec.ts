import { enrolled } from './models/accounts.ts'
import { expect, test } from './test.ts'

test('[ux 15] with colours of the system, what is current, meters and swatches can be told', async ({
  page,
  server,
}) => {
  const { organizationId, post } = await enrolled(page, server.url, 'Northwind Boots')
  const { id } = await post(`organizations/${organizationId}/integrations`, { name: 'Help desk' })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/usage')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Usage' })).toHaveCSS('outline-style', 'solid')
  await expect(main.getByRole('link', { name: 'Source Analytics' })).toHaveCSS('outline-style', 'none')
  await expect(page.getByRole('main').getByRole('link', { name: '30 days' })).toHaveCSS(
    'outline-style',
    'solid',
  )

  await page.goto('/pricing')
  const billed = (name: string) =>
    page.getByRole('group', { name: 'Billed' }).locator('label', { hasText: name })
  await expect(billed('Monthly')).toHaveCSS('outline-style', 'solid')
  await expect(billed('Yearly')).toHaveCSS('outline-style', 'none')

  await page.goto('/settings/subscription')
  const meter = page.getByRole('progressbar').first()
  await expect(meter).toHaveCSS('outline-style', 'solid')
  const grounds = await meter.evaluate((bar) => [
    getComputedStyle(bar).backgroundColor,
    getComputedStyle(bar.firstElementChild!).backgroundColor,
  ])
  expect(new Set(grounds).size).toBe(2)

  await page.goto(`/integrations/${id}/settings?part=appearance`)
  const swatches = page.locator('[data-swatch]')
  await swatches.first().waitFor()
  const colours = await swatches.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))
  // The last one is of any colour, and shows the chosen one.
  expect(new Set(colours).size).toBe(colours.length - 1)
})
