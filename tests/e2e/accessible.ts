import type { Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { ALL_RULES, violationsIn } from './axe.ts'
import { overflowOf } from './layout.ts'
import { expect } from './test.ts'

/** The themes differ in colours alone. */
const COLOURS = { ...ALL_RULES, runOnly: ['color-contrast'] } satisfies RunOptions

const VIEWS = [
  { width: 390, colorScheme: 'light', options: ALL_RULES },
  { width: 1280, colorScheme: 'dark', options: COLOURS },
] as const

export const expectToFit = (page: Page, screen: string) =>
  expect
    .poll(() => overflowOf(page), `${screen} is wider than ${page.viewportSize()?.width} px by`)
    .toBeLessThanOrEqual(0)

/**
 * On a phone in the one theme, on a desk in the other, and nothing is wider than the window. The pictures of the
 * nightly run have every screen in each width and theme.
 */
export async function expectAccessible(page: Page, screen: string) {
  for (const { width, colorScheme, options } of VIEWS) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectToFit(page, screen)
    // Asked again until it holds: colours are on their way for a moment after the theme changed.
    await expect.poll(() => violationsIn(page, options), `${screen}, ${colorScheme}, ${width} px`).toEqual([])
  }
}
