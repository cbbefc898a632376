import { demoFile } from '../harness/files.ts'
import { expectAccessible } from './accessible.ts'
import { signedIn } from './models/accounts.ts'
import { lectern } from './models/lectern.ts'
import { expect, test } from './test.ts'

const QUESTION = 'How do I get rid of salt stains?'

test('[S2.12] settings are tried, compared and applied, and what was found becomes a golden question', async ({
  page,
  server,
}) => {
  const user = lectern(page)
  await signedIn(page, server.url, 'Northwind Boots')
  await user.createKnowledgeBase('Care')
  const { name, content } = await demoFile('leather-care.md')
  await user.addDocuments({ name, mimeType: 'text/markdown', buffer: Buffer.from(content) })
  await user.documentIsReady(name)

  // Nothing to measure yet.
  await page.getByRole('link', { name: 'Golden questions' }).click()
  await expect(page.getByText('Measure retrieval quality.')).toBeVisible()
  await page.goBack()

  await page.getByRole('link', { name: 'Retrieval test' }).click()
  await expect(page.getByText('Ask a question to see the passages it finds.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Question' }).fill(QUESTION)
  await page.keyboard.press('Enter')
  const found = page.getByRole('list', { name: 'Found' })
  await expect(found.getByRole('listitem').first()).toContainText('vinegar')
  // [ux 13] What has not moved is not said of each.
  await expect(found).not.toContainText('rank')
  await expect(page.getByText('These are the saved settings.')).toBeVisible()

  // By keyboard: the slider is moved until passages fall below it.
  await page.getByLabel('Maximum passages').selectOption('2')
  await page.getByLabel('Minimum rank score').focus()
  for (let step = 0; step < 18; step++) await page.keyboard.press('ArrowRight')
  const left = page.getByRole('list', { name: 'Left out' })
  await expect(left).toContainText('Its rank score is below 90%.')
  await expect(found.getByRole('listitem')).not.toHaveCount(0)
  await expectAccessible(page, 'retrieval test')

  await page.getByRole('button', { name: 'Apply these settings' }).click()
  await expect(page.getByText('The settings now apply to every search.')).toBeVisible()
  await expect(page.getByText('These are the saved settings.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Maximum passages')).toHaveValue('2')

  await page.getByRole('searchbox', { name: 'Question' }).fill(QUESTION)
  await page.keyboard.press('Enter')
  await found.getByRole('button', { name: 'Save as golden question' }).first().click()
  await expect(page.getByText('Saved as a golden question.')).toBeVisible()

  await page.getByRole('link', { name: 'Golden questions' }).click()
  const questions = page.getByRole('list', { name: 'Golden questions' })
  await expect(questions).toContainText('Not asked yet')
  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.getByLabel('Question', { exact: true }).fill('Where do parrots sleep?')
  await page.getByLabel('Document').selectOption({ label: name })
  await page.getByLabel('Words in the passage').fill('A sentence that nobody ever wrote.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(questions.getByRole('listitem')).toHaveCount(2)

  await page.getByRole('button', { name: 'Run now' }).click()
  await expect(questions).toContainText('Rank 1')
  await expect(questions).toContainText('Not found')
  await expect(page.getByText(/rank 1: 50%/)).toBeVisible()
  await page.getByRole('button', { name: 'Run now' }).click()
  await expect(page.getByLabel('Run', { exact: true })).toHaveValue('1')
  await expectAccessible(page, 'golden questions')

  // One that was not found explains itself.
  await questions
    .getByRole('listitem')
    .filter({ hasText: 'parrots' })
    .getByRole('link', { name: 'Test' })
    .click()
  await expect(page.getByRole('searchbox', { name: 'Question' })).toHaveValue('Where do parrots sleep?')
  await expect(page.getByText(/passages? found|No results for/i).first()).toBeVisible()
})
