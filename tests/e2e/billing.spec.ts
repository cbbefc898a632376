import { enrolled, signedIn } from './models/accounts.ts'
import { billing } from './models/billing.ts'
import { expect, test } from './test.ts'

test('[S4.12] [S4.13] [S9.8] from the trial to a plan of one’s own, to a smaller one, and back', async ({
  page,
  server,
}) => {
  const user = billing(page)
  await signedIn(page, server.url, 'Northwind Boots')
  const banner = page.getByRole('complementary', { name: 'Trial' })

  await test.step('[S4.15] [S4.16] the banner tells of the trial and is dismissed for the day', async () => {
    await expect(banner).toContainText('14 days left in your trial')
    await expect(banner).toHaveAttribute('data-tone', 'blue')
    await banner.getByRole('button', { name: 'Dismiss for today' }).click()
    await expect(banner).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible()
    await expect(banner).toBeHidden()
  })

  await test.step('[S5.8] a choice that cannot be is refused with its reason', async () => {
    await page.goto('/pricing')
    await expect(page).toHaveTitle(/^Plans/)
    await user.continue()
    await expect(page.getByRole('alert')).toHaveText('Please select a plan.')
    await user.choose('Enterprise')
    await user.continue()
    await expect(page.getByRole('alert')).toHaveText('Please contact sales for this plan.')
    await expect(page.getByRole('link', { name: 'sales@lectern.example' })).toBeVisible()
  })

  await test.step('by the year Pro is $49 per month instead of $59, saving $118', async () => {
    const pro = page.getByRole('radio', { name: /^Pro/ }).locator('..')
    await expect(pro).toContainText('$59')
    await page.getByText('Yearly').click()
    await expect(pro).toContainText('$49')
    await expect(pro).toContainText('per month instead of $59, saving $118')
    await expect(page.getByText('Pay 10 months, get 12')).toBeVisible()
  })

  await test.step('[S5.3] [S5.4] the billing form says what is missing, and keeps what was typed', async () => {
    await user.choose('Pro')
    await user.continue()
    const dialog = page.getByRole('dialog', { name: 'Billing details' })
    await expect(dialog.getByLabel('Email')).toHaveValue(/.+@.+/)
    await user.fillIn({ name: '', email: 'ada', country: '' })
    await dialog.getByRole('button', { name: 'Save and continue' }).click()
    await expect(dialog.getByText('Please fill in the name field.')).toBeVisible()
    await expect(dialog.getByText('Please fill in the country field.')).toBeVisible()
    await expect(dialog.getByText('Please enter a valid email address.')).toBeVisible()
    await expect(dialog.getByLabel('City')).toHaveValue('Bergen')
    await user.fillIn({})
    await dialog.getByRole('button', { name: 'Save and continue' }).click()
  })

  await test.step('a payment that is declined changes nothing', async () => {
    await expect(page.getByText('it moves no money')).toBeVisible()
    await page.getByRole('button', { name: 'Decline' }).click()
    await expect(page.getByRole('heading', { name: 'Payment failed.' })).toBeVisible()
    await page.getByRole('link', { name: 'Pay another way' }).click()
    await expect(page.getByText('Your organization is trying Pro')).toBeVisible()
  })

  await test.step('a payment that is confirmed does', async () => {
    await page.getByText('Yearly').click()
    await user.choose('Pro')
    await user.continue()
    await expect(page.getByText('$590.00').first()).toBeVisible()
    await page.getByRole('button', { name: 'Confirm test payment' }).click()
    await expect(page.getByRole('heading', { name: 'Thank you.' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to Lectern' }).click()
    await page.goto('/settings/subscription')
    await expect(page.getByText('paid yearly until')).toBeVisible()
    await page.goto('/payment')
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(1)).toContainText('Paid')
    await expect(rows.nth(2)).toContainText('Failed')
    const download = page.waitForEvent('download')
    // Its number is the next one of the server, on which others pay as well.
    const receipt = rows.nth(1).getByRole('button', { name: /^Receipt TEST-\d{6}$/ })
    const number = (await receipt.textContent())?.match(/TEST-\d{6}/)?.[0] ?? ''
    await receipt.click()
    expect((await download).suggestedFilename()).toBe(`${number}.pdf`)
    await expect(rows.nth(2).getByRole('button')).toHaveCount(0)
  })

  await test.step('[S5.8] the plan that one has cannot be bought again', async () => {
    await page.goto('/pricing')
    await user.choose('Pro')
    await user.continue()
    await expect(page.getByRole('alert')).toHaveText('This is already your current plan.')
  })

  await test.step('a smaller plan says what it has no room for, begins later, and can be undone', async () => {
    await user.choose('Free')
    await user.continue()
    const dialog = page.getByRole('dialog', { name: 'Change to Free?' })
    await expect(dialog).toContainText('Everything you have fits in Free.')
    await dialog.getByRole('button', { name: 'Change to Free' }).click()
    await expect(page.getByText('Subscription updated.')).toBeVisible()
    await expect(page.getByText('The plan changes to Free on')).toBeVisible()
    await page.getByRole('button', { name: 'Undo the change' }).click()
    await expect(page.getByText('The plan changes to Free on')).toBeHidden()
  })

  await test.step('billing details are changed in their dialog', async () => {
    await page.goto('/payment')
    await page.getByRole('button', { name: 'Edit details' }).click()
    await expect(page.getByRole('dialog').getByLabel('City')).toHaveValue('Bergen')
    await page.getByRole('dialog').getByLabel('City').fill('Oslo')
    await page.getByRole('button', { name: 'Save details' }).click()
    await expect(page.getByText('Billing details saved.')).toBeVisible()
    await expect(page.getByText('5003 Oslo')).toBeVisible()
  })

  await test.step('[S2.16] the subscription tab shows what is used', async () => {
    await page.goto('/settings/subscription')
    await expect(page.getByText('1 of 15')).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Members' })).toBeVisible()
  })
})

test('[S2.35] a refusal by plan offers the upgrade, and so does the sidebar on Free', async ({
  page,
  server,
}) => {
  const { organizationId } = await enrolled(page, server.url, 'Northwind Boots')
  const detail = 'The Free plan has room for 3 integrations. Starter has room for more.'
  await page.route('**/api/v1/subscription/current?*', async (route) => {
    const json = await (await route.fetch()).json()
    await route.fulfill({ json: { ...json, plan_id: 'free', status: 'free', period_end: null } })
  })
  await page.route(`**/api/v1/organizations/${organizationId}/integrations`, (route) => {
    const body = {
      detail,
      code: 'plan_limit',
      limit: 'integrations',
      used: 3,
      max: 3,
      upgrade_plan_id: 'starter',
    }
    return route.request().method() === 'POST' ? route.fulfill({ status: 402, json: body }) : route.fallback()
  })
  await page.goto('/knowledge-bases')
  // The button of a page that loads makes room for that of an empty one.
  await expect(page.getByText('No knowledge bases yet.')).toBeVisible()
  await page.getByRole('button', { name: 'New knowledge base' }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill('Returns')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Returns', level: 1 })).toBeVisible()
  await page.goto('/integrations')
  await page.getByRole('button', { name: 'New integration' }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill('Helper')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText(detail)
  await page.getByRole('alert').getByRole('button', { name: 'Upgrade' }).click()
  const upgrade = page.getByRole('dialog', { name: 'Upgrade your plan' })
  await expect(upgrade.getByRole('radio', { name: /^Starter/ })).toBeChecked()
  await upgrade.getByRole('button', { name: 'Not now' }).click()
  await expect(upgrade).toBeHidden()
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Helper')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('complementary', { name: 'Upgrade' }).getByRole('button', { name: 'Upgrade' }).click()
  await expect(upgrade.getByText('Your organization is on Free.')).toBeVisible()
})
