import { expect } from '../gateway.ts'
import { signedIn } from '../models/accounts.ts'
import { billing } from '../models/billing.ts'
import { journey } from './journey.ts'

journey(
  {
    id: 'change-plan',
    title: 'Change the plan, and pay',
    question: 'When is the plan changed, and when is it paid?',
    answer:
      'Choosing a plan changes nothing. A plan that costs asks for billing details, then leads to the payment; a payment that is declined leaves everything as it was. The plan is the new one when the payment has been confirmed by the provider, and from that moment it is paid.',
    lanes: ['planChange', 'billingDetails', 'paymentReturn', 'navigation'],
  },
  async ({ page, server, step }) => {
    const user = billing(page)
    await signedIn(page, server, 'Northwind Boots')
    await step('Ada opens the plans', async () => {
      await page.goto('/pricing')
      await expect(page.getByRole('radio', { name: /^Pro/ })).toBeVisible()
    })
    await step('She picks Pro, and continues: billing details are missing', async () => {
      await user.choose('Pro')
      await user.continue()
      await expect(page.getByRole('dialog', { name: 'Billing details' })).toBeVisible()
    })
    await step('She fills them in: the payment page opens', async () => {
      await user.fillIn({})
      await page.getByRole('button', { name: 'Save and continue' }).click()
      await expect(page.getByText('it moves no money')).toBeVisible()
    })
    await step('The payment is declined: she keeps the plan that she has', async () => {
      await page.getByRole('button', { name: 'Decline' }).click()
      await expect(page.getByRole('heading', { name: 'Payment failed.' })).toBeVisible()
    })
    await step('She tries another way', async () => {
      await page.getByRole('link', { name: 'Pay another way' }).click()
      await expect(page.getByText('Your organization is trying Pro')).toBeVisible()
      await user.choose('Pro')
      await user.continue()
      await expect(page.getByRole('button', { name: 'Confirm test payment' })).toBeVisible()
    })
    await step('The payment is confirmed: the plan is changed, and paid', async () => {
      await page.getByRole('button', { name: 'Confirm test payment' }).click()
      await expect(page.getByRole('heading', { name: 'Thank you.' })).toBeVisible()
    })
    await step('Her subscription says so', async () => {
      await page.goto('/settings/subscription')
      await expect(page.getByText('paid monthly until')).toBeVisible()
    })
  },
)

journey(
  {
    id: 'smaller-plan',
    title: 'Go to a smaller plan, and undo it',
    question: 'When does a smaller plan begin?',
    answer:
      'At the end of what is paid. Until then everything stays, the page says on which day it changes, and the change can be undone.',
    lanes: ['planChange'],
  },
  async ({ page, server, step }) => {
    const user = billing(page)
    await signedIn(page, server, 'Northwind Boots')
    await page.goto('/pricing')
    await user.choose('Pro')
    await user.continue()
    await user.fillIn({})
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await page.getByRole('button', { name: 'Confirm test payment' }).click()
    await expect(page.getByRole('heading', { name: 'Thank you.' })).toBeVisible()
    await step('Ada, who pays for Pro, opens the plans', async () => {
      await page.goto('/pricing')
      await expect(page.getByRole('radio', { name: /^Pro/ })).toBeVisible()
    })
    await step('She picks Free: the dialog says what has no room', async () => {
      await user.choose('Free')
      await user.continue()
      await expect(page.getByRole('dialog', { name: 'Change to Free?' })).toBeVisible()
    })
    await step('She confirms: the change waits for its day', async () => {
      await page.getByRole('button', { name: 'Change to Free' }).click()
      await expect(page.getByText('The plan changes to Free on')).toBeVisible()
    })
    await step('She undoes it', async () => {
      await page.getByRole('button', { name: 'Undo the change' }).click()
      await expect(page.getByText('The plan changes to Free on')).toBeHidden()
    })
  },
)
