import { expectAccessible, expectToFit } from './accessible.ts'
import { ALL_RULES, violationsIn } from './axe.ts'
import { enrolled } from './models/accounts.ts'
import { whileBusy } from './rest.ts'
import { readFromRightToLeft } from './screens/direction.ts'
import { failing, hanging } from './screens/server-states.ts'
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

test('screens that wait, and screens that failed, can be used with a screen reader', async ({
  page,
  server,
}) => {
  const { organizationId, post } = await enrolled(page, server.url, 'Northwind Boots')
  const { id } = await post(`organizations/${organizationId}/integrations`, { name: 'Help desk' })
  await page.setViewportSize({ width: 390, height: 800 })
  // What waits has a shape and no colours of text: the widest view and the dark theme add nothing.
  const expectUsable = async (screen: string) => {
    await expectToFit(page, screen)
    await expect.poll(() => violationsIn(page, ALL_RULES), screen).toEqual([])
  }
  for (const path of [
    '/conversations',
    '/analytics',
    '/payment',
    '/pricing',
    '/chat',
    `/integrations/${id}`,
  ]) {
    await hanging(page)
    await whileBusy(() => page.goto(path))
    await expect(page.getByRole('group', { name: 'Loading' }).first()).toBeVisible()
    await expectUsable(`${path}, waiting`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await failing(page)
    await whileBusy(() => page.goto(path))
    await expect(page.getByText('This could not be loaded.').first()).toBeVisible()
    await expectUsable(`${path}, failed`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})
