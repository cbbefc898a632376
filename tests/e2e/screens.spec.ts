import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enrolled } from './models/accounts.ts'
import { lectern } from './models/lectern.ts'
import { repairPage } from './samples.ts'
import { INSIDE, OUTSIDE } from './screens/addresses.ts'
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

/** What the axe of a walk does not see: colours, landmarks and titles, on a phone and on a desk. */
async function expectUsable(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0)
  await expectAccessible(page, path)
}

test('every screen of somebody who is signed out can be used with a screen reader, and fits', async ({
  page,
}) => {
  const nothing = { integrationId: '', id: '' }
  for (const path of Object.values(OUTSIDE).flatMap((addressesOf) => addressesOf(nothing)))
    await test.step(path, () => expectUsable(page, path))
})

test('every screen of a member can be used with a screen reader and by a finger, and fits', async ({
  page,
  server,
}) => {
  const { post, organizationId } = await enrolled(page, server.url, 'Northwind Boots')
  const base = await post(`organizations/${organizationId}/knowledge-bases`, { name: 'Returns' })
  const assistant = await post(`organizations/${organizationId}/integrations`, {
    name: 'Returns helper',
    knowledge_base_ids: [base.id],
  })
  await post(`integrations/${assistant.id}/publish`, {})
  await page.goto(`/knowledge-bases/${base.id}`)
  await lectern(page).addDocuments(repairPage)
  await lectern(page).documentIsReady('Repair promise.html')
  const ids = { integrationId: assistant.id, id: base.id }
  for (const path of Object.values(INSIDE).flatMap((addressesOf) => addressesOf(ids)))
    await test.step(path, async () => {
      await expectUsable(page, path)
      await page.setViewportSize({ width: 390, height: 844 })
      expect.soft(await tooSmall(page), path).toEqual([])
    })

  await test.step('what lies over the shell', async () => {
    await page.goto('/integrations')
    await page.getByRole('button', { name: 'Open menu' }).tap()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    expect(await tooSmall(page)).toEqual([])
    await page.goto('/integrations')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused()
    await expectAccessible(page, 'command palette')
  })
})
