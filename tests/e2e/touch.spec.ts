import type { Page } from '@playwright/test'
import { expectToFit } from './accessible.ts'
import { enrolled } from './models/accounts.ts'
import { lectern } from './models/lectern.ts'
import { repairPage } from './samples.ts'
import { expect, test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** What is smaller than a finger; of a box that is ticked its label counts, and what stands within a text is exempt. */
const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const LEAST = 43.5
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, summary, select, input, textarea, [role=menuitem], [role=option]',
    )
    return [...controls].flatMap((control) => {
      const style = getComputedStyle(control)
      const isInText = style.display === 'inline' || control.closest('p, sup') !== null
      const isHidden = !control.checkVisibility({ visibilityProperty: true }) || style.clipPath !== 'none'
      if (isInText || isHidden || (control as HTMLInputElement).type === 'range') return []
      const isTicked = ['checkbox', 'radio'].includes((control as HTMLInputElement).type)
      const { width, height } = (
        isTicked ? (control.closest('label') ?? control) : control
      ).getBoundingClientRect()
      if (width <= 1 || (width >= LEAST && height >= LEAST)) return []
      const name = control.ariaLabel ?? control.textContent
      return [`${control.tagName} ${name} ${Math.round(width)} × ${Math.round(height)}`]
    })
  })

test('everything that is pressed on a phone is as large as a finger', async ({ page, server }) => {
  test.slow()
  const { post, organizationId } = await enrolled(page, server.url, 'Northwind Boots')
  const base = await post(`organizations/${organizationId}/knowledge-bases`, { name: 'Returns' })
  const assistant = await post(`organizations/${organizationId}/integrations`, {
    name: 'Returns helper',
    knowledge_base_ids: [base.id],
  })
  await page.goto(`/knowledge-bases/${base.id}`)
  await lectern(page).addDocuments(repairPage)
  await expect(lectern(page).document('Repair promise.html')).toContainText('Ready')
  const paths = [
    '/integrations',
    '/knowledge-bases',
    `/knowledge-bases/${base.id}`,
    `/knowledge-bases/${base.id}?part=passages`,
    `/knowledge-bases/${base.id}?part=settings`,
    `/integrations/${assistant.id}`,
    `/integrations/${assistant.id}/search`,
    `/integrations/${assistant.id}/settings`,
    '/usage',
    '/analytics',
    '/settings',
    '/security',
    '/team',
    '/pricing',
    '/payment',
  ]
  for (const path of paths)
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
      expect(await tooSmall(page)).toEqual([])
      await expectToFit(page, path)
    })
  await test.step('the menu', async () => {
    await page.getByRole('button', { name: 'Open menu' }).tap()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    expect(await tooSmall(page)).toEqual([])
  })
})

test('[S2.18] an address that nothing is at keeps the shell of whoever is signed in', async ({
  page,
  server,
}) => {
  await page.goto('/nowhere')
  await expect(page.getByRole('main').getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await enrolled(page, server.url, 'Northwind Boots')
  await page.goto('/nowhere')
  await expect(page.getByRole('main').getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await page.getByRole('link', { name: 'Knowledge Bases' }).tap()
  await expect(page.getByRole('heading', { name: 'Knowledge Bases' })).toBeVisible()
})

test('what people write has its own direction', async ({ page, server }) => {
  const { post, organizationId } = await enrolled(page, server.url, 'شركة الأحذية الشمالية.')
  const description = 'سياسة الإرجاع.'
  await post(`organizations/${organizationId}/knowledge-bases`, { name: 'دليل الموظفين.', description })
  await page.goto('/knowledge-bases')
  const card = page.getByRole('article')
  await expect(card.getByRole('link', { name: 'دليل الموظفين.' })).toHaveCSS('direction', 'rtl')
  await expect(card.getByText(description)).toHaveCSS('unicode-bidi', 'plaintext')
})

type Point = readonly [x: number, y: number]

/** A finger, slow enough that only its way counts. */
async function swipe(page: Page, [fromX, fromY]: Point, [toX, toY]: Point) {
  const STEPS = 5
  const browser = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', { x: fromX, y: fromY })
  for (let step = 1; step <= STEPS; step += 1) {
    await page.waitForTimeout(50)
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
