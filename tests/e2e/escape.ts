import { expect, type Page } from '@playwright/test'

/** What lies over a page listens for Escape a frame after it is drawn; then it has its place among such layers. */
export async function pressEscape(page: Page) {
  await expect(page.locator('[style*="--layer-index"]').first()).toBeAttached()
  await page.keyboard.press('Escape')
}
