import type { Page } from '@playwright/test'
import { enrolled } from './models/accounts.ts'
import { expect, test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

type Point = readonly [x: number, y: number]

/** A finger, slow enough that only its way counts. */
async function swipe(page: Page, [fromX, fromY]: Point, [toX, toY]: Point) {
  const STEPS = 5
  const FRAMES = 3
  const browser = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', { x: fromX, y: fromY })
  for (let step = 1; step <= STEPS; step += 1) {
    for (let frame = 0; frame < FRAMES; frame += 1)
      await page.evaluate(() => new Promise(requestAnimationFrame))
    const share = step / STEPS
    await touch('touchMove', { x: fromX + (toX - fromX) * share, y: fromY + (toY - fromY) * share })
  }
  await touch('touchEnd')
}

test('a finger pulls the menu and a sheet away, and a little pull does not', async ({ page, server }) => {
  await enrolled(page, server.url, 'Northwind Boots')
  await page.goto('/usage')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await swipe(page, [200, 400], [160, 400])
  await expect(menu).toHaveCSS('translate', 'none')
  await swipe(page, [200, 400], [40, 400])
  await expect(menu).toHaveCount(0)

  await page.goto('/knowledge-bases')
  await page.getByRole('button', { name: 'New knowledge base' }).first().click()
  const sheet = page.getByRole('dialog', { name: 'New knowledge base' })
  const { y = 0 } = (await sheet.boundingBox()) ?? {}
  const [from, down]: [Point, Point] = [
    [195, y + 10],
    [195, y + 400],
  ]
  await sheet.getByLabel('Name').fill('Help desk')
  await swipe(page, from, down)
  await expect(sheet).toHaveCSS('translate', 'none')
  await expect(sheet.getByLabel('Name')).toHaveValue('Help desk')
  await sheet.getByLabel('Name').fill('')
  await swipe(page, from, down)
  await expect(sheet).toHaveCount(0)
})
