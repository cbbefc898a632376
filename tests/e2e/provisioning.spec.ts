import { createScim, patchOf } from '../harness/scim.ts'
import { expectAccessible } from './accessible.ts'
import { signedIn } from './models/accounts.ts'
import { expect } from './test.ts'
import { givenOut, test } from './with-company.ts'

test('[S5] a provider manages the members with a token of the page, until it is deleted', async ({
  page,
  server,
  company,
}) => {
  await signedIn(page, server.url, 'Northwind')
  await page.goto('/settings/single-sign-on')
  const dialog = page.getByRole('dialog')
  const section = page.getByRole('region', { name: 'Provisioning' })

  await page.getByRole('button', { name: 'Add domain' }).click()
  await dialog.getByLabel('Domain').fill('harbour.test')
  await dialog.getByRole('button', { name: 'Add domain' }).click()
  await expect(page.getByRole('button', { name: 'Verify harbour.test' })).toBeVisible()
  company.texts.set(await givenOut(page, 'TXT record name'), [await givenOut(page, 'TXT record value')])
  await page.getByRole('button', { name: 'Verify harbour.test' }).click()
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()

  // Without a pointer: the token is made, shown once, and put away.
  const { keyboard } = page
  await expect(section.getByText('No tokens yet.')).toBeVisible()
  await section.getByRole('button', { name: 'New token' }).focus()
  await keyboard.press('Enter')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await keyboard.press('Enter')
  await expect(dialog.getByText('Give the token a name.')).toBeVisible()
  await keyboard.type('Okta')
  await keyboard.press('Enter')
  const secret = await dialog.getByLabel('Token', { exact: true }).innerText()
  await keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'I have stored it' }).focus()
  await keyboard.press('Enter')
  await expect(section.getByText('never used')).toBeVisible()
  expect(await page.content()).not.toContain(secret)

  const base = await givenOut(page, 'Base URL')
  expect(base).toBe(`${server.url}/api/scim/v2`)
  const scim = createScim(server.url, secret)
  const created = await scim.call('POST', '/Users', {
    userName: 'bob@harbour.test',
    name: { givenName: 'Bob', familyName: 'Miller' },
  })
  expect(created.status).toBe(201)
  const { id } = created.body
  await scim.call('POST', '/Groups', { displayName: 'Support leads', members: [{ value: id }] })
  await page.goto('/team')
  await expect(page.getByText('bob@harbour.test')).toBeVisible()
  await scim.call('PATCH', `/Users/${id}`, patchOf({ op: 'Replace', path: 'active', value: 'False' }))
  await expect(page.getByText('bob@harbour.test')).toBeHidden()

  await page.goto('/settings/single-sign-on')
  await expect(section.getByRole('list', { name: 'Groups' })).toContainText('Support leads')
  await expect(section.getByText('last used')).toBeVisible()
  await expectAccessible(page, 'Provisioning')
  await section.getByRole('button', { name: 'Delete the token Okta' }).click()
  await expect(dialog).toContainText('Members stay.')
  await dialog.getByRole('button', { name: 'Delete token' }).click()
  await expect(section.getByText('No tokens yet.')).toBeVisible()
  expect((await scim.call('GET', '/Users')).status).toBe(401)
  await page.goto('/settings/audit-log?subject=provisioning')
  const log = page.getByRole('table', { name: 'Audit log' })
  await expect(log).toContainText('Provisioning token deleted')
  await expect(log).toContainText('Group created')
})
