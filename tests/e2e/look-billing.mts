import { chromium } from '@playwright/test'
import { signedIn } from './models/accounts.ts'
import { newDataDir, removeDataDir, startServer } from './server.ts'

const dir = newDataDir()
const server = await startServer(dir)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const page = await (
  await browser.newContext({ viewport: { width: 1280, height: 900 }, baseURL: server.url })
).newPage()
page.on('console', (m) => {
  if (m.type() === 'error') console.log('console', m.text())
})
page.on('pageerror', (e) => console.log('pageerror', e.message))
let n = 0
const shot = async (name: string) => {
  n++
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    for (const width of [1280, 390]) {
      if (scheme === 'dark' && width === 390 && n > 4) continue
      await page.setViewportSize({ width, height: 900 })
      await page.waitForTimeout(150)
      await page.screenshot({
        path: `/tmp/billing-shots/${String(n).padStart(2, '0')}-${name}-${scheme}-${width}.png`,
        fullPage: true,
      })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 900 })
}
try {
  await signedIn(page, server.url, 'Northwind Boots')
  await page.goto('/pricing')
  await page.getByText('Starter').first().waitFor()
  await shot('pricing')
  await page.getByText('Yearly').click()
  await page.getByRole('radio', { name: /^Pro/ }).check()
  await shot('pricing-yearly')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await shot('billing')
  const d = page.getByRole('dialog')
  for (const [l, v] of [
    ['Name', 'Ada Holm'],
    ['Email', 'ada@northwind.example'],
    ['Address line 1', 'Quay 1'],
    ['Postal code', '5003'],
    ['City', 'Bergen'],
  ] as const)
    await d.getByRole('textbox', { name: l, exact: true }).fill(v)
  await d.getByRole('combobox').selectOption('NO')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.waitForURL(/checkout/)
  await shot('checkout')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL(/payment-success/)
  await page.getByRole('heading', { name: 'Thank you.' }).waitFor()
  await shot('success')
  await page.goto('/payment')
  await page.getByText('L-0000').waitFor()
  await shot('payment')
  await page.goto('/settings/subscription')
  await page.getByText('Storage').waitFor()
  await shot('subscription')
  await page.goto('/pricing')
  await page.getByRole('radio', { name: /^Free/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('dialog').waitFor()
  await shot('smaller')
  await page.getByRole('button', { name: 'Change to Free' }).click()
  await page.getByRole('button', { name: 'Undo the change' }).waitFor()
  await shot('planned')
} catch (e) {
  console.log(String(e).slice(0, 1500))
  await page.screenshot({ path: '/tmp/billing-shots/error.png' })
}
await browser.close()
await server.stop()
removeDataDir(dir)
