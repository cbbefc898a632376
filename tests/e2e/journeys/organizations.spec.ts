import type { Locator, Page } from '@playwright/test'
import { expect } from '../gateway.ts'
import { enrolled, signedIn } from '../models/accounts.ts'
import { lectern } from '../models/lectern.ts'
import { journey } from './journey.ts'

/** The question before what was typed is lost. */
const leaving = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })
const answerIn = (question: Locator, name: string) => question.getByRole('button', { name }).click()

journey(
  {
    id: 'create-organization',
    title: 'Create an organization',
    question: 'When does a new organization become the current one?',
    answer:
      'As soon as the server has created it: the dialog closes, everything of the organization before is left, and the home opens in the new one.',
    lanes: ['createOrganization', 'organizations', 'workspace', 'navigation', 'socket'],
  },
  async ({ page, server, step }) => {
    await signedIn(page, server, 'Northwind Boots')
    await expect(page.getByRole('button', { name: 'Organization: Northwind Boots' })).toBeVisible()
    await step('Ada opens the list of her organizations', () =>
      page.getByRole('button', { name: 'Organization: Northwind Boots' }).click(),
    )
    await step('She asks for a new one', async () => {
      await page.getByRole('option', { name: 'Create Organization' }).click()
      await expect(page.getByRole('dialog').getByLabel('Organization Name')).toBeVisible()
    })
    await step('She names it', async () => {
      await page.getByRole('dialog').getByLabel('Organization Name').fill('Fjord Tents')
      await page.getByRole('dialog').getByRole('button', { name: 'Create Organization' }).click()
      await expect(page.getByRole('button', { name: 'Organization: Fjord Tents' })).toBeVisible()
    })
  },
)

journey(
  {
    id: 'switch-organization',
    title: 'Switch the organization while typing',
    question: 'What is lost when I switch organizations while typing?',
    answer:
      'Nothing without a question: whoever has typed something that is not saved is asked first. Stay here keeps the organization and the text; Leave without saving gives up the text alone, and switches.',
    lanes: ['organizations', 'navigation', 'workspace', 'organizationSettings', 'socket'],
  },
  async ({ page, server, step }) => {
    const { post } = await enrolled(page, server, 'Northwind Boots')
    await post('organizations', { name: 'Fjord Tents' })
    await page.goto('/')
    const user = lectern(page)
    await step('Ada changes the name in the settings, and does not save', () => user.typeUnsaved())
    await step('She picks another organization', async () => {
      await user.switchTo('Fjord Tents')
      await expect(leaving(page)).toBeVisible()
    })
    await step('She stays: nothing is lost', async () => {
      await answerIn(leaving(page), 'Stay here')
      await expect(page.getByLabel('Organization Name')).toHaveValue('Typed and not saved')
    })
    await step('She picks it again, and leaves without saving', async () => {
      await user.switchTo('Fjord Tents')
      await answerIn(leaving(page), 'Leave without saving')
      await expect(page.getByRole('button', { name: 'Organization: Fjord Tents' })).toBeVisible()
    })
  },
)
