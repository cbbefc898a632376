import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

const WIDTHS = [390, 1280]
/** The themes differ in colours alone. */
const RULES = { light: null, dark: ['color-contrast'] } as const

/** On a phone and on a desk, in both themes; and nothing is wider than the phone. */
export async function expectAccessible(page: Page, screen: string) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(overflow, `${screen} is wider than ${width} px by`).toBeLessThanOrEqual(0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const rules = RULES[colorScheme]
      const found = async () => {
        const axe = new AxeBuilder({ page })
        const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze()
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
      }
      // Asked again until it holds: colours are on their way for a moment after the theme changed.
      await expect.poll(found, `${screen}, ${colorScheme}, ${width} px`).toEqual([])
    }
  }
}
