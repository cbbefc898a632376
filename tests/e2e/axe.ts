import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

export const ALL_RULES = { resultTypes: ['violations'] } satisfies RunOptions

/** What axe finds in the page; it is brought in once, and stays until the page is left. */
export async function violationsIn(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (options) => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run(options)
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
  }, options)
}
