import { lectern, newPerson } from '../models/lectern.ts'
import { expect, test } from './test.ts'

test('[S8.6] [S2.33] [S2.34] [S8.5] log in, switch, create an organization, and hear a refusal by its detail', async ({
  page,
  backend,
}) => {
  const user = lectern(page)
  const ada = { email: backend.world.user.email, password: backend.world.password }
  await page.goto('/')
  await user.logIn({ ...ada, password: 'wrong' })
  await expect(page.getByText('Incorrect email or password')).toBeVisible()
  await user.logIn(ada)
  await expect(page.getByRole('button', { name: 'Organization: Northwind Boots' })).toBeVisible()

  await user.switchTo('Southwind Hats')
  await expect(page.getByText('Switched to Southwind Hats')).toBeVisible()

  const dialog = page.getByRole('dialog', { name: 'Create New Organization' })
  await page.getByRole('button', { name: 'Organization: Southwind Hats' }).click()
  await page.getByText('Create Organization').click()
  await dialog.getByLabel('Organization Name').fill('Northwind Boots')
  await dialog.getByRole('button', { name: 'Create Organization' }).click()
  await expect(dialog.getByText('Name is taken here')).toBeVisible()
  await dialog.getByLabel('Organization Name').fill('Eastwind Gloves')
  await dialog.getByRole('button', { name: 'Create Organization' }).click()
  await expect(page.getByText('Organization created successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Organization: Eastwind Gloves' })).toBeVisible()
  expect(backend.asked.filter(({ call }) => call === 'POST /api/v1/organizations').at(-1)?.body).toEqual({
    name: 'Eastwind Gloves',
    description: '',
    settings: {},
  })

  await page.reload()
  await expect(page.getByRole('button', { name: 'Organization: Eastwind Gloves' })).toBeVisible()
  await user.logOut()
})

test('[S2.4] [S2.32] [S2.5] [S2.6] register and name an organization; a reset link gives a new password', async ({
  page,
  backend,
}) => {
  const user = lectern(page)
  const grace = newPerson()
  await user.register({ ...grace, email: 'taken@northwind.example' })
  await expect(page.getByText('Email already registered')).toBeVisible()
  await page.getByLabel('Email').fill(grace.email)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('Organization Name').fill('Eastwind Gloves')
  await page.getByRole('button', { name: 'Create Organization' }).click()
  await expect(page.getByRole('button', { name: 'Organization: Eastwind Gloves' })).toBeVisible()
  await user.logOut()

  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(grace.email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect.poll(() => backend.asked.at(-1)?.call).toBe('POST /forgot-password')

  await page.goto('/reset-password/good')
  const password = 'Difference-Engine-1822'
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel(/^Confirm/).fill(password)
  await page
    .getByRole('button', { name: /password/ })
    .last()
    .click()
  await expect.poll(() => backend.world.password).toBe(password)
  await page.goto('/login')
  await user.logIn({ email: grace.email, password })
  await expect(page.getByRole('button', { name: 'Organization: Eastwind Gloves' })).toBeVisible()
})

test('[S4.9] [S4.11] [S4.7] an expired token is renewed once; a refused refresh ends the session', async ({
  inside: page,
  backend,
}) => {
  const app = page.url()
  // No page is open: one that is left while it renews its tokens would use up the refresh token.
  await page.goto('about:blank')
  backend.world.tokens.access = 'replaced'
  await page.goto(app)
  await expect(page.getByRole('button', { name: 'Organization: Northwind Boots' })).toBeVisible()
  expect(backend.asked.filter(({ call }) => call === 'POST /api/v1/refresh')).toHaveLength(1)

  await page.goto('about:blank')
  backend.world.tokens = { access: 'replaced', refresh: 'replaced' }
  await page.goto(app)
  await expect(page).toHaveURL(/\/login\?session_expired=true&return=/)
  await expect(page.getByText('Your session has expired. Please log in again.')).toHaveCount(1)
})
