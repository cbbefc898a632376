import type { Page } from '@playwright/test'
import { catalogueIn } from '../../tools/texts/catalogues.ts'
import { expectToFit } from './accessible.ts'
import { chunkWith } from './built.ts'
import { enrolled } from './models/accounts.ts'
import { newPerson } from './models/lectern.ts'
import { expect, test } from './test.ts'

const german = catalogueIn('de')

/** English of the catalogue that is still shown. */
const leftInEnglish = (page: Page) =>
  page.evaluate(
    (known) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const english = new Set(known)
      const found: string[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent?.trim() ?? ''
        if (english.has(text) && node.parentElement?.checkVisibility()) found.push(text)
      }
      return found
    },
    Object.entries(german).flatMap(([text, translated]) => (text === translated ? [] : [text])),
  )

const SCREENS = {
  '/integrations': 'Integrationen',
  '/knowledge-bases': 'Wissensdatenbanken',
  '/chat': 'Chat',
  '/conversations': 'Unterhaltungen',
  '/usage': 'Nutzung',
  '/analytics': 'Quellenanalyse',
  '/team': 'Team',
  '/settings/profile': 'Profil',
  '/settings/organization': 'Organisation',
  '/settings/api-keys': 'API-Schlüssel',
  '/security': 'Sicherheit',
  '/pricing': 'Tarife',
  '/payment': 'Abrechnung',
}

test('the texts of a language come before all code: their script imports none of it', () => {
  for (const half of ['app', 'share'] as const)
    expect(chunkWith('src/texts/de.ts', half).imports ?? [], half).toEqual([])
})

test.describe('in a German browser', () => {
  test.use({ locale: 'de-AT' })

  test('[review 1] [review 2] a full plan is told in German, with the way to a larger one', async ({
    page,
    server,
  }) => {
    const { organizationId, post } = await enrolled(page, server.url, 'Nordwind Stiefel')
    await post(`organizations/${organizationId}/knowledge-bases`, { name: 'Hilfe' })
    for (let n = 0; n < 20; n++)
      await post(`organizations/${organizationId}/integrations`, { name: `Nr. ${n}` })
    await page.goto('/integrations')
    await page.getByRole('button', { name: 'Neue Integration' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Nr. 21')
    await dialog.getByRole('checkbox', { name: /Hilfe/ }).check()
    await dialog.getByRole('button', { name: 'Erstellen', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText(
      'Der Tarif Pro umfasst 20 Integrationen. Business bietet mehr.',
    )
    await dialog.getByRole('button', { name: 'Upgraden' }).click()
    await expect(page.getByRole('dialog', { name: /Tarif/ })).toContainText('Business')
  })

  test('one registers, and reads every screen, in German', async ({ page }) => {
    const { email, password } = newPerson()
    await page.goto('/register')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await page.getByLabel('Vorname').fill('Ada')
    await page.getByLabel('Nachname').fill('Lovelace')
    await page.getByLabel('E-Mail').fill(email)
    await page.getByLabel('Passwort', { exact: true }).fill(password)
    await page.getByLabel('Passwort bestätigen').fill(`${password}x`)
    await page.getByRole('button', { name: 'Konto erstellen' }).click()
    await expect(page.getByText('Die Passwörter stimmen nicht überein.')).toBeVisible()
    await page.getByLabel('Passwort bestätigen').fill(password)
    await page.getByRole('button', { name: 'Konto erstellen' }).click()
    await page.getByLabel('Name der Organisation').fill('Nordwind Stiefel')
    await page.getByRole('button', { name: 'Organisation erstellen' }).click()
    await expect(page.getByRole('button', { name: 'Organisation: Nordwind Stiefel' })).toBeVisible()
    for (const [path, heading] of Object.entries(SCREENS)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
      expect(await leftInEnglish(page), path).toEqual([])
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await expectToFit(page, `${path} in German`)
      }
    }
  })

  test('a page that needs a script says so without one', async ({ browser, server }) => {
    const context = await browser.newContext({ locale: 'de-DE', javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${server.url}/login`)
    // Playwright finds no text within a noscript element.
    await expect(page.locator('[data-noscript]')).toBeVisible()
    expect(await page.locator('[data-noscript]').innerText()).toContain('Lectern benötigt JavaScript.')
    await expect(page.getByRole('heading', { name: 'Willkommen zurück.' })).toBeVisible()
    await context.close()
  })
})

test('the language of the profile is shown at once, and stays after Log out', async ({ page, server }) => {
  await enrolled(page, server.url, 'Northwind Boots')
  await page.goto('/settings/profile')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { name: 'Profil', exact: true })).toBeVisible()
  await expect(page.getByLabel('Sprache')).toHaveValue('de')
  await page.getByLabel('Datum und Zahlen').selectOption('CH')
  await page.getByRole('button', { name: 'Änderungen speichern' }).click()
  await expect(page.getByRole('button', { name: 'Änderungen speichern' })).toBeDisabled()
  await page.goto('/settings/profile')
  await expect(page.getByLabel('Datum und Zahlen')).toHaveValue('CH')
  await page.getByRole('button', { name: german['Your account'] ?? '' }).click()
  await page.getByRole('menuitem', { name: 'Abmelden' }).click()
  await expect(page.getByRole('heading', { name: 'Willkommen zurück.' })).toBeVisible()
  // What the server says is German, too.
  await page.getByLabel('E-Mail').fill('nobody@northwind.example')
  await page.getByLabel('Passwort', { exact: true }).fill('not a password')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByRole('alert')).toHaveText('E-Mail-Adresse oder Passwort ist falsch.')
})
