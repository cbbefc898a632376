import { expect, type Locator, type Page } from '@playwright/test'

/** More presses than any screen has places to stop at. */
const STOPS_MAX = 80

/** As somebody without a pointer gets there; what closes meanwhile may put the focus elsewhere once. */
export async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  const isReached = () => target.evaluate((element) => element === document.activeElement)
  await expect(async () => {
    for (let stop = 0; stop < STOPS_MAX && !(await isReached()); stop += 1) await page.keyboard.press('Tab')
    await expect(target).toBeFocused({ timeout: 100 })
  }).toPass()
}

export async function pressAt(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

export async function typeInto(page: Page, target: Locator, text: string) {
  await tabTo(page, target)
  await page.keyboard.type(text)
}
