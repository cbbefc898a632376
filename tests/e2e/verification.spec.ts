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
    await expect(reminder).toContainText(`Confirm ${person.email}`)
    await reminder.getByText('How to find it').click()
    await expect(reminder.getByText('The address of the outbox was printed')).toBeVisible()
    await page.route('**/users/me/verification', (route) => route.abort())
    await reminder.getByRole('button', { name: 'Send again' }).click()
    await expect(reminder).toContainText('The email could not be sent.')
    await page.unroute('**/users/me/verification')
    await reminder.getByRole('button', { name: 'Send again' }).click()
    await expect(reminder).toContainText('Sent. The new link works for one hour.')
  })

  await test.step('what waits for it is explained where it is', async () => {
    await page.goto('/team')
    await expect(page.getByText('To invite people, first confirm your address')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Invite people' })).toHaveCount(0)
    await page.goto('/profile')
    await expect(page.getByText('To change it, first confirm your address')).toBeVisible()
    await page.goto('/security')
    await expect(page.getByText('To create API keys, first confirm your address')).toBeVisible()
  })

  const link = await linkTo(server, person.email, '/confirm-email/')

  await test.step('the link confirms, and every open page knows it at once', async () => {
    const other = await page.context().newPage()
    await other.goto(link)
    await expect(other.getByText('Your email address is confirmed.')).toBeVisible()
    await expect(reminder).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'New API key' })).toBeVisible()
    await other.reload()
    await expect(other.getByText('This link was already used or has expired.')).toBeVisible()
    await expect(other.getByText(`${person.email}, is confirmed.`)).toBeVisible()
    await other.close()
  })
})
