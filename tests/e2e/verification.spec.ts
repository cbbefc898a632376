import { lectern, newPerson } from './models/lectern.ts'
import { linkTo } from './models/outbox.ts'
import { expect, test } from './test.ts'

test('an address is confirmed by the mailed link; until then inviting, publishing and keys wait', async ({
  page,
  server,
}) => {
  const person = newPerson()
  const user = lectern(page)
  await user.register(person)
  await user.nameOrganization('Northwind Boots')
  const reminder = page.getByRole('complementary', { name: 'Email address' })

  await test.step('a line says so, where the mail lies, and sends it again', async () => {
    await expect(reminder).toContainText(`in the mail to ${person.email}`)
    await expect(reminder).toContainText('it lies in the outbox')
    await page.route('**/users/me/verification', (route) => route.abort())
    await reminder.getByRole('button', { name: 'Send again' }).click()
    await expect(reminder).toContainText('The mail could not be sent.')
    await page.unroute('**/users/me/verification')
    await reminder.getByRole('button', { name: 'Send again' }).click()
    await expect(reminder).toContainText('Sent. The new link works for an hour.')
  })

  await test.step('what waits for it is explained where it is', async () => {
    await page.goto('/team')
    await expect(page.getByText('To invite people, confirm your address first')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Invite people' })).toHaveCount(0)
    await page.goto('/profile')
    await expect(page.getByText('To change it, confirm your address first')).toBeVisible()
    await page.goto('/security')
    await expect(page.getByText('To create API keys, confirm your address first')).toBeVisible()
  })

  const link = await linkTo(server, person.email, '/confirm-email/')

  await test.step('the link confirms, and every open page knows it at once', async () => {
    const other = await page.context().newPage()
    await other.goto(link)
    await expect(other.getByText('Your email address is confirmed.')).toBeVisible()
    await expect(reminder).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'New API key' })).toBeVisible()
    await other.reload()
    await expect(other.getByText('This link was used already, or has expired.')).toBeVisible()
    await expect(other.getByText(`${person.email}, is confirmed.`)).toBeVisible()
    await other.close()
  })
})

test('a link that ended can be sent anew by whoever is signed in', async ({ page, server }) => {
  const person = newPerson()
  await page.goto('/confirm-email/gone')
  await expect(page.getByText('Log in to have a new link sent.')).toBeVisible()
  const user = lectern(page)
  await user.register(person)
  await user.nameOrganization('Northwind Boots')
  await page.goto('/confirm-email/gone')
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByText('Sent. The new link works for an hour.')).toBeVisible()
  await page.goto(await linkTo(server, person.email, '/confirm-email/'))
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
})

test('[S2.4] a taken address is told by its mail alone', async ({ page, server }) => {
  const person = newPerson()
  const user = lectern(page)
  await user.register(person)
  await user.nameOrganization('Northwind Boots')
  await user.logOut()
  await user.register({ ...person, password: 'Another-Engine-1847' })
  await expect(page.getByRole('heading', { name: 'Check your mail.' })).toBeVisible()
  expect(await linkTo(server, person.email, '/login')).toBe(`${server.url}/login`)
  await page.getByRole('link', { name: 'Log in' }).click()
  await user.logIn(person)
  await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible()
})
