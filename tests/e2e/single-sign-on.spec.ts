import type { Page } from '@playwright/test'
import { startOpenIdProvider } from '../harness/openid-provider.ts'
import { signedIn } from './models/accounts.ts'
import { expect } from './test.ts'
import { givenOut, test } from './with-company.ts'

const signInBy = async (page: Page, login: string) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(`${login}@acme.test`)
  await page.getByRole('link', { name: 'Continue with Northwind' }).click()
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}

test('[S5] a company signs in by its provider, must, and loses who is removed', async ({
  page,
  browser,
  server,
  company,
}) => {
  await signedIn(page, server.url, 'Northwind')
  await page.goto('/settings/single-sign-on')
  const region = (name: string) => page.getByRole('region', { name })
  const dialog = page.getByRole('dialog')
  const provider = await startOpenIdProvider({
    redirectUri: await givenOut(page, 'Redirect URL'),
    logoutUri: await givenOut(page, 'Back-channel logout URL'),
    port: company.port,
  })
  const [login, colleague] = ['bob', 'carla']
  for (const name of [login, colleague])
    await provider.account(name, { email: `${name}@acme.test`, email_verified: true, given_name: name })

  await page.getByRole('button', { name: 'Add provider' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter an address that begins with https://.')).toBeVisible()
  await dialog.getByLabel('Issuer').fill(provider.issuer)
  await dialog.getByLabel('Client ID').fill(provider.clientId)
  await dialog.getByLabel('Client secret').fill('wrong')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Test the connection' }).click()
  await dialog.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(dialog.getByText('does not accept the client ID and its secret')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await dialog.getByLabel('Client secret').fill(provider.clientSecret)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Test the connection' }).click()
  await dialog.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText('The connection works.')).toBeVisible()

  await region('Email domains').getByRole('button', { name: 'Add domain' }).click()
  await dialog.getByLabel('Domain').fill('Acme.test')
  await dialog.getByRole('button', { name: 'Add domain' }).click()
  await page.getByRole('button', { name: 'Verify acme.test' }).click()
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(dialog.getByText('The DNS record of acme.test was not found.')).toBeVisible()
  company.texts.set(await givenOut(page, 'TXT record name'), [await givenOut(page, 'TXT record value')])
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()

  const theirs = await (await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' })).newPage()
  await signInBy(theirs, login)
  await theirs.getByRole('button', { name: 'Continue' }).click()
  await expect(theirs).toHaveURL(/\/integrations$/)

  await region('Log-in policy').getByRole('button', { name: 'Require the provider' }).click()
  await expect(dialog.getByText('are logged out and must log in with the provider')).toBeVisible()
  // [attack M2]
  await expect(dialog.getByText('API keys of members keep working')).toBeVisible()
  await dialog.getByRole('button', { name: 'Require the provider' }).click()
  await expect(region('Log-in policy').getByRole('button', { name: 'Allow passwords' })).toBeVisible()
  await theirs.reload()
  await expect(theirs).toHaveURL(/\/integrations$/)

  const elsewhere = await (await browser.newContext({ baseURL: server.url })).newPage()
  await elsewhere.goto('/login')
  await elsewhere.getByLabel('Email').fill(`${login}@acme.test`)
  await elsewhere.getByLabel('Password').fill('correct horse battery')
  await elsewhere.getByRole('button', { name: 'Log in' }).click()
  await expect(
    elsewhere.getByText('People with addresses of this domain log in with Northwind'),
  ).toBeVisible()
  await expect(elsewhere.getByRole('link', { name: 'Continue with Northwind' })).toBeVisible()

  await page.goto('/team')
  await page.getByRole('button', { name: /^Actions for bob/i }).click()
  await page.getByRole('menuitem', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Remove member' }).click()
  await expect(theirs).toHaveURL(/\/login/)
  await theirs.context().clearCookies()
  await signInBy(theirs, login)
  await theirs.getByRole('button', { name: 'Continue' }).click()
  await expect(theirs.getByText('You were removed from this organization.')).toBeVisible()
  await provider.close()
})
