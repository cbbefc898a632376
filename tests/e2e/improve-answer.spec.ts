import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { clientOf, enrolled } from './models/accounts.ts'
import { expect, test } from './test.ts'

/** A published assistant that knows when the shop opens, and nothing else. */
async function desk(page: Page, url: string) {
  const ann = await enrolled(page, url, 'Northwind Boots')
  const client = clientOf(url, ann.tokens)
  const base = await client.filled(
    ann.organizationId,
    [{ name: 'hours.md', content: '# Opening hours\n\nThe shop opens at nine and closes at six.' }],
    'Shop handbook',
  )
  const id = await client.published(ann.organizationId, [base], 'Help desk')
  return { id, client, base }
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Improve this answer' })

/** Opens the dialog for the only answer of a conversation. */
async function improve(page: Page, title: string) {
  await page.goto('/conversations')
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: 'Improve this answer' }).click()
}

test('[S2.14] [ux 19] a missing answer becomes an approved question, and closes its gap (issue 40)', async ({
  page,
  server,
}) => {
  const { id, client, base } = await desk(page, server.url)
  await client.ask(id, 'Do you deliver to Norway?')
  const dialog = dialogOf(page)
  await improve(page, 'Do you deliver to Norway?')
  await expect(dialog.getByRole('textbox', { name: 'Question' })).toHaveValue('Do you deliver to Norway?')
  await expect(dialog.getByLabel('Knowledge base')).toHaveValue(base)
  await page.keyboard.type('Yes, we deliver to Norway within five days.')
  await expectAccessible(page, 'improve an answer')
  await dialog.getByRole('button', { name: 'Save and ask again' }).click()
  await expect(dialog.getByText('The assistant can answer this now. The gap is closed.')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Before' })).not.toContainText('within five days')
  await expect(dialog.getByRole('region', { name: 'After' })).toContainText('within five days')
  await expectAccessible(page, 'before and after')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Improve this answer' })).toBeFocused()
  await page.goto('/analytics')
  await expect(page.getByText('Every question was answered.')).toBeVisible()
  const documents = await client.documents(base)
  expect(documents.map(({ name, source }) => [name, source])).toContainEqual([
    'Do you deliver to Norway?',
    'faq',
  ])
})

test('[S2.14] the passage that should be found becomes a golden question (issue 40)', async ({
  page,
  server,
}) => {
  const { id, client, base } = await desk(page, server.url)
  await client.ask(id, 'When does the shop open?')
  const dialog = dialogOf(page)
  await improve(page, 'When does the shop open?')
  await expect(dialog.getByRole('textbox', { name: 'Answer' })).toHaveValue(/opens at nine[^[]*$/)
  await dialog.getByText('Passage', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save and ask again' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose the passage that should have been found.')
  await dialog.getByRole('searchbox').fill('shop opens')
  await page.keyboard.press('Enter')
  await dialog.getByRole('radio', { name: /hours\.md/ }).check()
  await expectAccessible(page, 'point at a passage')
  await dialog.getByRole('button', { name: 'Save and ask again' }).click()
  await expect(dialog.getByText('The assistant now answers from this document.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.goto(`/knowledge-bases/${base}/golden-questions`)
  await expect(page.getByText('When does the shop open?')).toBeVisible()
})

test('[S2.14] the missing document is written from the inbox (issue 40)', async ({
  page,
  server,
  browser,
}) => {
  const { id, client } = await desk(page, server.url)
  await client.call('PATCH', `/api/v1/integrations/${id}/public-page`, { state: 'on' })
  await client.call('PATCH', `/api/v1/integrations/${id}/handover`, { offered: ['refused'] })
  const away = await browser.newContext({ baseURL: server.url })
  const visitor = await away.newPage()
  await visitor.goto(`/share/integration/${id}`)
  await visitor.getByLabel('Your question').fill('Can you replace the soles of my boots?')
  await visitor.keyboard.press('Enter')
  await visitor.getByLabel('Email address').fill('grace@example.com')
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByText('We will reply here while this page is open')).toBeVisible()
  await away.close()

  const dialog = dialogOf(page)
  await page.goto('/inbox')
  await page.getByRole('link', { name: /grace@example\.com/ }).click()
  await page.getByRole('button', { name: 'Improve this answer' }).click()
  await dialog.getByText('Document', { exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Repairs')
  await dialog
    .getByRole('textbox', { name: 'Text' })
    .fill('# Repairs\n\nWe replace the soles of your boots free of charge for two years.')
  await dialog.getByRole('button', { name: 'Save and ask again' }).click()
  await expect(dialog.getByText('The assistant can answer this now. The gap is closed.')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'After' })).toContainText('free of charge')
  await expect(dialog.getByRole('list', { name: 'Sources' })).toContainText('Repairs')
})
