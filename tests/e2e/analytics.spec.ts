import { signedIn } from './models/accounts.ts'
import { lectern } from './models/lectern.ts'
import { markdown } from './samples.ts'
import { expect, test } from './test.ts'

test('[S2.14] [S2.20] a question without an answer gets one, and the figures say what was asked', async ({
  page,
  server,
}) => {
  const user = lectern(page)
  await signedIn(page, server.url, 'Northwind Boots')
  await user.createKnowledgeBase('Shop handbook')
  await user.addDocuments(
    markdown('hours.md', '# Opening hours\n\nThe shop opens at nine and closes at six.'),
  )
  await user.documentIsReady('hours.md')
  await user.createIntegration('Front desk')
  await user.ask('When does the shop open?')
  await expect(page.getByRole('article').last()).toContainText('nine')
  await user.ask('Do you deliver to Norway?')
  await expect(page.getByRole('article').last().getByRole('button', { name: 'Retry' })).toBeVisible()

  await page.getByRole('link', { name: 'Main Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Source Analytics' }).click()
  const gaps = page.getByRole('region', { name: 'Unanswered questions' })
  await expect(gaps.getByText('Do you deliver to Norway?')).toBeVisible()
  await expect(page.getByRole('row', { name: /hours\.md/ })).toContainText('Shop handbook')

  await gaps.getByRole('button', { name: 'Write the answer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Improve this answer' })
  await dialog.getByRole('button', { name: 'Save and ask again' }).click()
  await expect(dialog.getByText('Enter an answer.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Answer' }).fill('Yes, we deliver to Norway within five days.')
  await dialog.getByRole('button', { name: 'Save and ask again' }).click()
  await expect(dialog.getByText('The assistant can answer this now.')).toBeVisible()
  await expect(dialog.getByText('within five days')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(gaps.getByText('Every question was answered.')).toBeVisible()
  await gaps.getByRole('link', { name: 'Answered later' }).click()
  await expect(gaps.getByText('Do you deliver to Norway?')).toBeVisible()

  // The same conversations, of every assistant, filtered and tagged.
  await menu.getByRole('link', { name: 'Conversations' }).click()
  const list = page.getByRole('list', { name: 'Conversations' })
  await expect(list.getByRole('link')).toHaveCount(2)
  await expect(list.getByRole('link').last()).toContainText('Front desk')
  await page.getByText('Filters').click()
  await page.getByLabel('Answers').selectOption('Some unanswered')
  await expect(list.getByRole('link')).toHaveCount(1)
  await expect(page).toHaveURL(/answered=no/)
  await list.getByRole('link').click()
  await page.getByLabel('Add a tag').fill('delivery')
  await page.getByLabel('Add a tag').press('Enter')
  await expect(page.getByRole('button', { name: 'Remove the tag delivery' })).toBeVisible()
  await page.goto('/conversations?tag=delivery')
  await expect(list.getByRole('link')).toHaveCount(1)
  await expect(list.getByRole('link')).toContainText('delivery')
  await page.getByRole('link', { name: 'Any tag' }).click()
  await expect(list.getByRole('link')).toHaveCount(2)

  await menu.getByRole('link', { name: 'Usage' }).click()
  await expect(page.getByRole('heading', { name: 'Usage', level: 1 })).toBeVisible()
  const chart = page.getByRole('img', { name: /^Questions per day: 3 in 30 days/ })
  await expect(chart).toBeVisible()
  await page.getByText('As a table').click()
  await expect(page.getByRole('table').getByRole('row').last()).toContainText('2')
  await page.getByRole('link', { name: '7 days' }).click()
  await expect(page.getByRole('img', { name: /^Questions per day: 3 in 7 days/ })).toBeVisible()
  await expect(page.getByRole('group', { name: 'By assistant' })).toContainText('Front desk')
})
