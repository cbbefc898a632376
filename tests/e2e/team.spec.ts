import { enrolled, signedIn } from './models/accounts.ts'
import { lectern, newPerson } from './models/lectern.ts'
import { linkTo } from './models/outbox.ts'
import { expect, test } from './test.ts'

test('[S2.14] somebody is invited, joins, gets another role, and is removed', async ({
  page,
  browser,
  server,
}) => {
  const ben = newPerson()
  await signedIn(page, server.url, 'Northwind Boots')
  await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible()

  await test.step('the owner invites several at once, and sees what became of each', async () => {
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Team' }).click()
    await expect(page.getByText('You are the only member.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Leave', exact: true })).toBeDisabled()
    await page.getByRole('button', { name: 'Invite people' }).click()
    const addresses = page.getByLabel('Email addresses')
    await addresses.fill(`${ben.email}; cleo`)
    await page.getByRole('button', { name: 'Send invitations' }).click()
    await expect(page.getByText('“cleo” is not an email address.')).toBeVisible()
    await expect(addresses).toHaveValue(`${ben.email}; cleo`)
    await addresses.fill(`${ben.email}; cleo@northwind.example`)
    await page.getByRole('radio', { name: /^Viewer/ }).check()
    await page.getByRole('button', { name: 'Send invitations' }).click()
    await expect(page.getByRole('list', { name: 'Results for each address' })).toContainText('Invited')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('list', { name: 'Invitations' }).getByRole('listitem')).toHaveCount(2)
  })

  const link = await linkTo(server, ben.email, '/invitations/')
  const context = await browser.newContext()
  const other = await context.newPage()

  await test.step('the link names who invites to what; the wrong account is told, and goes on as the right one', async () => {
    await enrolled(other, server.url, 'Of somebody else')
    await other.goto(link)
    await expect(other.getByRole('heading', { name: 'Northwind Boots' })).toBeVisible()
    await expect(other.getByText('invites you to join, as viewer.')).toBeVisible()
    await expect(
      other.getByText(`The invitation is for ${ben.email}, and you are logged in as`),
    ).toBeVisible()
    await other.getByRole('button', { name: 'Log out and continue' }).click()
    await other.getByRole('link', { name: 'Create an account' }).click()
    await expect(other.getByLabel('Email')).toHaveValue(ben.email)
    await lectern(other).fillRegistration(ben)
    await other.getByRole('button', { name: 'Accept and join' }).click()
    await expect(other.getByRole('button', { name: 'Organization: Northwind Boots' })).toBeVisible()
    await expect(other.getByRole('heading', { name: 'Integrations' })).toBeVisible()
    await expect(other.getByRole('complementary', { name: 'Email address' })).toHaveCount(0)
    await other.getByRole('link', { name: 'Knowledge Bases', exact: true }).click()
    await expect(other.getByRole('heading', { name: 'Knowledge Bases' })).toBeVisible()
    await expect(other.getByRole('button', { name: 'New knowledge base' })).toHaveCount(0)
  })

  const row = page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: ben.email })
  const act = async (action: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  await test.step('the owner sees them come, and gives them another role, which they see at once', async () => {
    await expect(row).toContainText('Viewer')
    await expect(page.getByRole('button', { name: /^Notifications/ })).toContainText('1')
    await act('Change role')
    await page.getByRole('radio', { name: /^Editor/ }).check()
    await page.getByRole('button', { name: 'Save role' }).click()
    await expect(other.getByText('Your role in Northwind Boots is now Editor.')).toBeVisible()
    await expect(row).toContainText('Editor')
    await expect(other.getByRole('button', { name: 'New knowledge base' }).first()).toBeVisible()
    await other.goto(`${server.url}/team`)
    await expect(other.getByRole('list', { name: 'Members' })).toContainText('You')
    await expect(other.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
    await expect(other.getByRole('button', { name: 'Invite people' })).toHaveCount(0)
  })

  await test.step('they are removed, and out at once', async () => {
    await act('Remove')
    await page.getByRole('button', { name: 'Remove member' }).click()
    await expect(other.getByText('You are no longer a member of Northwind Boots.')).toBeVisible()
    await expect(row).toHaveCount(0)
    await expect(other.getByLabel('Organization Name')).toBeVisible()
  })

  await test.step('an invitation is declined, and an answered one says so', async () => {
    const cleo = await linkTo(server, 'cleo@northwind.example', '/invitations/')
    await other.goto(cleo)
    await other.getByRole('button', { name: 'Log out and continue' }).click()
    await other.getByRole('button', { name: 'Decline' }).click()
    await expect(other.getByText('You declined the invitation.')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Invitations' })).toContainText('Declined')
    await other.goto(link)
    await expect(other.getByText('This invitation was accepted.')).toBeVisible()
    await other.goto(`${server.url}/invitations/nothing`)
    await expect(other.getByText('This invitation link is not valid.')).toBeVisible()
  })
  await context.close()
})
