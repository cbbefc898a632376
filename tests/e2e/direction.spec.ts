import { expectAccessible } from './accessible.ts'
import { enrolled } from './models/accounts.ts'
import { readFromRightToLeft } from './screens/direction.ts'
import { expect, test } from './test.ts'

test('in a page that is read from right to left, titles, dialogs and arrows follow it', async ({
  page,
  server,
}) => {
  const { organizationId, post } = await enrolled(page, server.url, 'Northwind Boots')
  const { id } = await post(`organizations/${organizationId}/integrations`, { name: 'Help desk' })
  await readFromRightToLeft(page)
  await page.goto('/team')
  const title = page.getByRole('heading', { name: 'Team', level: 1 })
  await expect(title).toHaveCSS('text-align', /right$/)
  await expectAccessible(page, 'team, from right to left')
  await page.getByRole('button', { name: 'Invite people' }).click()
  await expect(page.getByRole('dialog')).toHaveCSS('direction', 'rtl')
  await expectAccessible(page, 'invite, from right to left')
  await page.goto(`/integrations/${id}`)
  const back = page.getByRole('link', { name: 'Main Menu' }).locator('svg')
  await expect(back).toHaveCSS('transform', 'matrix(-1, 0, 0, 1, 0, 0)')
})
