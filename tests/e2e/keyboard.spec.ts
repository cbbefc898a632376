import { newPerson } from './models/lectern.ts'
import { expect, test } from './test.ts'

test('from registration to log-out without a pointer', async ({ page }) => {
  const { keyboard } = page
  const KEYS = new Set(['Tab', 'Enter', 'Control+k'])
  const type = async (...keys: readonly string[]) => {
    for (const key of keys) {
      await (KEYS.has(key) ? keyboard.press(key) : keyboard.type(key))
      // The first time its code may still be on its way.
      if (key === 'Control+k')
        await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused()
    }
  }
  const { email, password } = newPerson()
  await page.goto('/register')
  await expect(page.getByLabel('First name')).toBeFocused()
  await type('Ada', 'Tab', 'Lovelace', 'Tab', email, 'Tab', password)
  await page.getByLabel('Confirm password').focus()
  await type(password, 'Enter')
  await expect(page.getByLabel('Organization Name')).toBeFocused()
  await type('Northwind Boots', 'Enter')
  await expect(page.getByRole('heading', { name: 'Integrations' })).toBeFocused()

  // A knowledge base, and an assistant that answers from it.
  await type('Control+k', 'knowl', 'Enter')
  await expect(page.getByRole('heading', { name: 'Knowledge Bases', exact: true })).toBeFocused()
  await type('Tab', 'Enter')
  await expect(page.getByLabel('Name')).toBeFocused()
  await type('Returns', 'Enter')
  await expect(page.getByRole('heading', { name: 'Returns', level: 1 })).toBeFocused()
  await type('Control+k', 'integ', 'Enter')
  await expect(page.getByRole('heading', { name: 'Integrations' })).toBeFocused()
  await type('Tab', 'Enter')
  await expect(page.getByLabel('Name')).toBeFocused()
  await type('Helper', 'Enter')
  const question = page.getByLabel('Your question')
  await expect(question).toBeVisible()
  await expect(async () => {
    await keyboard.press('Tab')
    await expect(question).toBeFocused({ timeout: 200 })
  }).toPass()
  await type('Can I return boots?', 'Enter')
  await expect(page.getByRole('article')).toContainText('Can I return boots?')

  // Another organization, and back; then the way out.
  await type('Control+k', 'create org', 'Enter')
  await expect(page.getByLabel('Organization Name')).toBeFocused()
  await type('Southwind Shoes', 'Enter')
  await expect(page.getByRole('button', { name: 'Organization: Southwind Shoes' })).toBeVisible()
  await type('Control+k', 'switch north', 'Enter')
  await expect(page.getByText('Switched to Northwind Boots')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Integrations' })).toBeFocused()
  await type('Control+k', 'log out', 'Enter')
  await expect(page.getByLabel('Email')).toBeFocused()
})
