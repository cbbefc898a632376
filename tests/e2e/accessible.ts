import type { Page } from '@playwright/test'
import { ALL_RULES, violationsIn } from './axe.ts'
import { overflowOf } from './layout.ts'
import { expect } from './test.ts'

/** Each width and each theme once; `npm run test:nightly` has axe look at every picture of all of them. */
const VIEWS = [
  { width: 390, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const

export const expectToFit = (page: Page, screen: string) =>
  expect
    .poll(() => overflowOf(page), `${screen} is wider than ${page.viewportSize()?.width} px by`)
    .toBeLessThanOrEqual(0)

/** On a phone and on a desk, in both themes; and nothing is wider than the window. */
export async function expectAccessible(page: Page, screen: string) {
  for (const { width, colorScheme } of VIEWS) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectToFit(page, screen)
    // Asked again until it holds: colours are on their way for a moment after the theme changed.
    await expect
      .poll(() => violationsIn(page, ALL_RULES), `${screen}, ${colorScheme}, ${width} px`)
      .toEqual([])
  }
}
