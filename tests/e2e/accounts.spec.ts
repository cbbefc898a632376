import type { Page } from '@playwright/test'
import { codeOf, stepWithTimeLeft } from '../harness/totp.ts'
import { newAccount } from './models/accounts.ts'
import { lectern, newPerson } from './models/lectern.ts'
import { confirmAddress, linkTo } from './models/outbox.ts'
import { expect, test } from './test.ts'

const NEW_PASSWORD = 'Staple-9-battery'

const registered = async (page: Page) => {
  const person = newPerson()
  const user = lectern(page)
  await user.register(person)
  await user.nameOrganization('Northwind Boots')
  return { person, user }
}

test('[S2.4] [S2.5] [S2.6] [S5.2] [S8.9] a forgotten password is replaced by the link of a mail, once', async ({
  page,
  server,
}) => {
  const { person, user } = await registered(page)
  await user.logOut()

  await test.step('log-in leads to the request, which answers the same for everybody', async () => {
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await expect(page.getByText('Email is required.')).toBeVisible()
    await expect(page.getByLabel('Email')).toBeFocused()
    for (const address of ['nobody@northwind.example', person.email]) {
      await page.getByLabel('Email').fill(address)
      await page.getByRole('button', { name: 'Email me a link' }).click()
      await expect(page.getByText('If an account uses this address')).toBeVisible()
      await page.getByRole('button', { name: 'resend it' }).click()
    }
  })

  const link = await linkTo(server, person.email, '/reset-password/')

  await test.step('the link asks for a password by the rules, and keeps what was typed', async () => {
    await page.goto(link)
    const password = page.getByLabel('New password', { exact: true })
    await password.fill('staple')
    await page.getByLabel('Confirm new password').fill('stable')
    await page.getByRole('button', { name: 'Save new password' }).click()
    await expect(page.getByText('Use 8 to 72 characters.')).toBeVisible()
    await expect(page.getByText('Passwords do not match.')).toBeVisible()
    await expect(password).toBeFocused()
    await expect(password).toHaveValue('staple')
    await expect(password).toHaveAttribute('autocomplete', 'new-password')
    await password.fill(NEW_PASSWORD)
    await expect(page.getByText('Strong')).toBeVisible()
    await page.getByLabel('Confirm new password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Save new password' }).click()
    await expect(page.getByText('Your password was changed.')).toBeVisible()
  })

  await test.step('the new password opens the account, and the link is used up', async () => {
    await page.getByRole('link', { name: 'Log in' }).click()
    await user.logIn({ ...person, password: NEW_PASSWORD })
    await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible()
    await page.goto(link)
    await expect(page.getByText('Invalid or expired reset link.')).toBeVisible()
    await page.getByRole('link', { name: 'Request a new link' }).click()
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    await page.goto('/reset-password')
    await expect(page.getByText('Password reset token is missing.')).toBeVisible()
  })
})

test('a reset link ends the sessions of its own account, and of nobody else in that browser', async ({
  page,
  context,
  server,
}) => {
  const { person: bob } = await registered(page)
  const ada = newPerson()
  await newAccount(server.url, ada)
  const other = await context.newPage()
  const reset = async ({ email }: { email: string }) => {
    await fetch(`${server.url}/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    await other.goto(await linkTo(server, email, '/reset-password/'))
    await other.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await other.getByLabel('Confirm new password').fill(NEW_PASSWORD)
    await other.getByRole('button', { name: 'Save new password' }).click()
    await expect(other.getByText('Your password was changed.')).toBeVisible()
  }
  await reset(ada)
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page.getByText(`You log in with ${bob.email}.`)).toBeVisible()

  await reset(bob)
  await expect(page.getByRole('heading', { name: 'Welcome back.' })).toBeVisible()
  await other.getByRole('link', { name: 'Log in' }).click()
  await expect(other.getByRole('heading', { name: 'Welcome back.' })).toBeVisible()
})

test('[S2.16] [S2.22] [S8.10] profile, photo and organization', async ({ page, server }) => {
  const { person, user } = await registered(page)
  const goTo = async (item: string) => {
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  await test.step('the profile is saved, and a failure says so', async () => {
    await goTo('Profile')
    await expect(page).toHaveURL(/\/settings$/)
    await page.getByLabel('Job title').fill('Head of boots')
    await page.getByLabel('Time zone').selectOption('Europe/Oslo')
    await page.route('**/users/me', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Failed to update profile.')).toBeVisible()
    await page.unroute('**/users/me')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Saved: job title and time zone.')).toBeVisible()
    await page.goto('/profile')
    await expect(page.getByLabel('Job title')).toHaveValue('Head of boots')
    await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Oslo')
  })

  await test.step('a photo is framed, sent, shown and removed; an SVG is not taken', async () => {
    const choose = page.getByLabel('Choose a photo')
    await choose.setInputFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
    await expect(page.getByText('Choose a PNG, JPEG or WebP picture.')).toBeVisible()
    await choose.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await expect(page.getByText('This picture cannot be read.')).toBeVisible()
    await choose.setInputFiles('docs/playground.png')
    await page.getByLabel('Fit the whole picture').check()
    await page.getByRole('button', { name: 'Save photo' }).click()
    const photo = page.getByRole('navigation', { name: 'Main' }).locator('img[src*="/api/v1/pictures/"]')
    await expect(photo).toBeVisible()
    await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(512)
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(photo).toBeHidden()
  })

  await test.step('another address is confirmed by a mail to it', async () => {
    await confirmAddress(server, person.email)
    await page.getByRole('button', { name: 'Change address' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New email address').fill(`new.${person.email}`)
    await dialog.getByLabel('Your password').fill('wrong')
    await dialog.getByRole('button', { name: 'Email me the link' }).click()
    await expect(dialog.getByText('Wrong password.')).toBeVisible()
    await expect(dialog.getByLabel('New email address')).toHaveValue(`new.${person.email}`)
    await dialog.getByLabel('Your password').fill(person.password)
    await dialog.getByRole('button', { name: 'Email me the link' }).click()
    await expect(page.getByText(`Email sent to new.${person.email}.`)).toBeVisible()
    await page.goto(await linkTo(server, `new.${person.email}`, '/confirm-email/'))
    await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await expect(page.getByRole('navigation', { name: 'Main' })).toContainText(`new.${person.email}`)
  })

  await test.step('the organization is renamed, and deleted by typing its name', async () => {
    await goTo('Organization')
    await expect(page).toHaveURL(/\/settings\/organization$/)
    await page.getByLabel('Organization Name').fill('Northwind & Co')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Saved: name.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Organization: Northwind & Co' })).toBeVisible()
    await page.getByLabel('Choose a logo').setInputFiles('docs/playground.png')
    await page.getByRole('button', { name: 'Save logo' }).click()
    await expect(
      page.getByRole('button', { name: 'Organization: Northwind & Co' }).locator('img'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Delete organization' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('northwind')
    await dialog.getByRole('button', { name: 'Delete organization' }).click()
    await expect(dialog.getByText('Type the exact name.')).toBeVisible()
    await dialog.getByRole('textbox').fill('Northwind & Co')
    await dialog.getByRole('button', { name: 'Delete organization' }).click()
    await expect(page.getByRole('heading', { name: 'Name your organization.' })).toBeVisible()
    await user.nameOrganization('The next one')
  })
})

test('[S2.14] [S8.10] security: password, devices, two-factor log-in, keys, the end', async ({
  page,
  browser,
  server,
}) => {
  const { person, user } = await registered(page)
  const elsewhere = await browser.newPage({ baseURL: server.url })
  await elsewhere.goto('/login')
  await lectern(elsewhere).logIn(person)
  await expect(elsewhere.getByRole('heading', { name: 'Integrations' })).toBeVisible()
  await page.goto('/security')
  const dialog = page.getByRole('dialog')
  const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')

  await test.step('devices are listed, and logged out', async () => {
    await expect(devices).toHaveCount(2)
    await expect(devices.filter({ hasText: 'This device' })).toHaveCount(1)
    await page.getByRole('button', { name: 'Log out all others' }).click()
    await dialog.getByRole('button', { name: 'Log out' }).click()
    await expect(devices).toHaveCount(1)
    await elsewhere.goto('/integrations')
    await expect(elsewhere.getByRole('heading', { name: 'Welcome back.' })).toBeVisible()
  })

  await test.step('the password is changed by the old one', async () => {
    await page.getByRole('button', { name: 'Change password' }).click()
    const fill = async (current: string) => {
      await dialog.getByLabel('Current password').fill(current)
      await dialog.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
      await dialog.getByLabel('Confirm new password').fill(NEW_PASSWORD)
    }
    const save = dialog.getByRole('button', { name: 'Change password' })
    await fill('wrong')
    await save.click()
    await expect(dialog.getByText('Wrong password.')).toBeVisible()
    await expect(dialog.getByLabel('Current password')).toBeFocused()
    await page.route('**/change-password', (route) => route.abort())
    await fill(person.password)
    await save.click()
    await expect(dialog.getByText('Failed to change password.')).toBeVisible()
    await page.unroute('**/change-password')
    await save.click()
    await expect(page.getByText('Your password was changed')).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  let secret = ''
  let backupCodes: string[] = []

  await test.step('two-factor log-in is turned on with an authenticator', async () => {
    await page.getByRole('button', { name: 'Turn on' }).click()
    await dialog.getByLabel('Your password').fill(NEW_PASSWORD)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
    await dialog.getByLabel('Code', { exact: true }).fill('000000')
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await expect(dialog.getByText('Wrong code. Codes change')).toBeVisible()
    await stepWithTimeLeft()
    await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret, -1))
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    const codes = ((await dialog.getByLabel('Backup codes').textContent()) ?? '').trim().split('\n')
    expect(codes).toHaveLength(10)
    backupCodes = codes
    await dialog.getByRole('button', { name: 'I have saved them' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('On. 10 backup codes left.')).toBeVisible()
  })

  await test.step('log-in asks for a code, and takes one of the app or a backup code', async () => {
    for (const answer of [() => codeOf(secret), () => backupCodes[0] ?? '']) {
      await user.logOut()
      await user.logIn({ ...person, password: NEW_PASSWORD })
      await expect(page.getByRole('heading', { name: 'One more step.' })).toBeVisible()
      await page.getByLabel('Code').fill('000000')
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByText('Wrong code. Codes change')).toBeVisible()
      await page.getByLabel('Code').fill(answer())
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible()
    }
    await page.goto('/security')
    await expect(page.getByText('On. 9 backup codes left.')).toBeVisible()
    await expect(page.getByText('Wrong code').first()).toBeVisible()
  })

  await test.step('new backup codes, and the end of it, are had for a password and a code', async () => {
    await page.getByRole('button', { name: 'New backup codes' }).click()
    await dialog.getByLabel('Your password').fill(NEW_PASSWORD)
    await dialog.getByLabel('Code', { exact: true }).fill('000000')
    await dialog.getByRole('button', { name: 'Create new codes' }).click()
    await expect(dialog.getByText('Wrong code. Codes change')).toBeVisible()
    await dialog.getByLabel('Code', { exact: true }).fill(backupCodes[1] ?? '')
    await dialog.getByRole('button', { name: 'Create new codes' }).click()
    const renewed = ((await dialog.getByLabel('Backup codes').textContent()) ?? '').trim().split('\n')
    await dialog.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await dialog.getByLabel('Your password').fill(NEW_PASSWORD)
    await dialog.getByLabel('Code', { exact: true }).fill(renewed[0] ?? '')
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible()
  })

  await test.step('an API key is shown once, works, and ends', async () => {
    await confirmAddress(server, person.email)
    await page.getByRole('button', { name: 'New API key' }).click()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await expect(dialog.getByText('Give the key a name.')).toBeVisible()
    await dialog.getByLabel('Name', { exact: true }).fill('Nightly export')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const key = ((await dialog.getByLabel('API key').textContent()) ?? '').trim()
    const ask = async () =>
      (await fetch(`${server.url}/api/v1/organizations`, { headers: { authorization: `Bearer ${key}` } }))
        .status
    expect(await ask()).toBe(200)
    await dialog.getByRole('button', { name: 'I have stored it' }).click()
    await expect(page.getByRole('list', { name: 'API keys' })).toContainText('Nightly export')
    expect(await page.content()).not.toContain(key)
    await page.getByRole('button', { name: 'Delete the key Nightly export' }).click()
    await dialog.getByRole('button', { name: 'Delete key' }).click()
    await expect(page.getByText('No API keys yet.')).toBeVisible()
    expect(await ask()).toBe(401)
  })

  await test.step('the account is deleted with what nobody else is in', async () => {
    await page.getByRole('button', { name: 'Delete account' }).click()
    await expect(dialog).toContainText('“Northwind Boots”')
    await dialog.getByLabel('Your password').fill(NEW_PASSWORD)
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome back.' })).toBeVisible()
    await user.logIn({ ...person, password: NEW_PASSWORD })
    await expect(page.getByText('Incorrect email or password.')).toBeVisible()
  })
  await elsewhere.close()
})
