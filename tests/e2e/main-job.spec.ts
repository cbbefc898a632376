import { pressEscape } from './escape.ts'
import { lectern, newPerson } from './models/lectern.ts'
import { repairPage, returnsPolicy } from './samples.ts'
import { expect, test } from './test.ts'

// Here, dialogs and menus move, as they do for most people.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('[S2.1] [S2.4] [S2.13] [S2.30] [S2.32] [S2.12] [S2.17] [S4.8] register, add knowledge, ask, get a cited answer, and find it all again', async ({
  page,
}) => {
  const ada = newPerson()
  const user = lectern(page)

  await user.register(ada)
  await user.nameOrganization('Northwind Boots')
  await user.createKnowledgeBase('Returns and repairs')

  await user.addDocuments(await returnsPolicy(), repairPage)
  await user.documentIsReady('Returns policy.pdf')
  await user.documentIsReady('Repair promise.html')

  await user.createIntegration('Returns helper')
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText('Returns helper')
  await expect(page.getByText('Quoting mode')).toBeVisible()
  await user.ask('How many days do I have to return boots?')
  const conversation = page.getByRole('log', { name: 'Conversation' })
  await expect(conversation).toContainText('within 30 days of delivery')
  const numeral = conversation.getByRole('button', { name: 'Source 1: Returns policy.pdf' })
  await expect(numeral).toBeVisible()
  const margin = page.getByRole('group', { name: 'Sources' })
  await expect(margin).toContainText('p. 2')

  await numeral.first().click()
  const source = page.getByRole('dialog')
  await expect(source).toContainText('Returns policy.pdf')
  await expect(source.locator('[data-cited] mark')).toContainText('within 30 days of delivery')
  await pressEscape(page)

  await user.logOut()
  await user.logIn(ada)
  await page.getByRole('link', { name: 'Returns helper' }).click()
  await expect(
    conversation.getByRole('heading', { name: 'How many days do I have to return boots?' }),
  ).toBeVisible()
  await expect(conversation).toContainText('within 30 days of delivery')
  await expect(margin).toContainText('p. 2')
})
