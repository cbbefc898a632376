import { expectAccessible } from './accessible.ts'
import { pressEscape } from './escape.ts'
import { signedIn } from './models/accounts.ts'
import { lectern } from './models/lectern.ts'
import { markdown } from './samples.ts'
import { expect, test } from './test.ts'

const rules = (topic: string) =>
  `# ${topic}\n\n${Array.from({ length: 30 }, (_, at) => `The ${topic} rule ${at + 1} says what holds for ${topic} in case ${at + 1}.`).join(' ')}`

test('other passages are made beside those that are searched, and taken back', async ({ page, server }) => {
  const user = lectern(page)
  await signedIn(page, server.url, 'Northwind Boots')
  await user.createKnowledgeBase('Rules')
  await user.addDocuments(
    ...['returns', 'parcels', 'repairs', 'orders'].map((topic) => markdown(`${topic}.md`, rules(topic))),
  )
  for (const topic of ['returns', 'parcels', 'repairs', 'orders']) await user.documentIsReady(`${topic}.md`)

  const part = (name: string) =>
    page.getByRole('navigation', { name: 'Knowledge base' }).getByRole('link', { name })
  await part('Settings').click()
  const size = page.getByRole('slider', { name: /Passage size/ })
  await expect(size).toHaveValue('1200')
  await size.fill('400')
  await expect(page.getByText('Changing the passages needs a re-index')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Index 2 is now in use.')).toBeVisible()
  const row = (number: number) => page.getByRole('main').locator(`[data-index="${number}"]`)
  await expect(row(2)).toContainText('In use')
  await expect(row(1)).toContainText('Kept')
  await expect(size).toHaveValue('400')
  await row(2).getByText('4 documents changed').click()
  await expect(row(2).getByRole('listitem').filter({ hasText: 'parcels.md' })).toContainText('added')

  await part('Passages').click()
  await page.getByRole('searchbox', { name: 'Search passages' }).fill('parcels rule 2 says')
  const passages = page.getByRole('region', { name: 'Passages' })
  await expect(passages.getByRole('listitem')).toHaveCount(1)
  await expect(passages.getByRole('listitem')).toContainText('parcels.md · parcels · Passage 1 of')
  await passages.getByRole('button', { name: /^Edit passage 1 of parcels/ }).click()
  await page.getByRole('textbox', { name: 'Passage' }).fill('Parcels go out on Monday.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('searchbox', { name: 'Search passages' }).fill('')
  await page.getByRole('combobox', { name: 'State of passages' }).selectOption('edited')
  await expect(passages.getByRole('listitem')).toHaveCount(1)
  await passages.getByRole('button', { name: 'Parcels go out on Monday.' }).click()
  const reader = page.getByRole('dialog')
  await expect(reader).toContainText('Parcels go out on Monday.')
  await pressEscape(page)
  await passages.getByRole('button', { name: /^Edit passage 1 of parcels/ }).click()
  await page.getByLabel('Quote this passage').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(passages.getByRole('listitem')).toContainText('Not quoted')
  await expectAccessible(page, 'a passage that is not quoted')
  await passages.getByRole('button', { name: 'Parcels go out on Monday.' }).click()
  await expect(reader).toContainText('Not quoted')
  await expectAccessible(page, 'a document with a passage that is not quoted')
  await pressEscape(page)

  await part('Settings').click()
  await row(1).getByRole('button', { name: 'Go back to index 1' }).click()
  await expect(page.getByText('Index 3 is now in use.')).toBeVisible()
  await expect(row(3)).toContainText('Back to index 1')
  await expect(size).toHaveValue('1200')
})
