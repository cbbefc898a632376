import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { expect } from './test.ts'

const ALL = { resultTypes: ['violations'] } satisfies RunOptions
/** The themes differ in colours alone. */
const COLOURS = { ...ALL, runOnly: ['color-contrast'] } satisfies RunOptions

const VIEWS = [
  { width: 390, colorScheme: 'light', options: ALL },
  { width: 390, colorScheme: 'dark', options: COLOURS },
  { width: 1280, colorScheme: 'dark', options: COLOURS },
  { width: 1280, colorScheme: 'light', options: ALL },
] as const

/** What axe finds in the page; it is brought in once, and stays until the page is left. */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (options) => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run(options)
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
  }, options)
}

/** On a phone and on a desk, in both themes; and nothing is wider than the phone. */
export async function expectAccessible(page: Page, screen: string) {
  for (const { width, colorScheme, options } of VIEWS) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(overflow, `${screen} is wider than ${width} px by`).toBeLessThanOrEqual(0)
    // Asked again until it holds: colours are on their way for a moment after the theme changed.
    await expect.poll(() => violations(page, options), `${screen}, ${colorScheme}, ${width} px`).toEqual([])
  }
}
