import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Both themes, and the content of a phone as well. */
export async function expectAccessible(page: Page, screen: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
    expect(found, `${screen}, ${colorScheme}`).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 800 })
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(overflow, `${screen} is wider than a phone by`).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })
}
