import { writeFileSync } from 'node:fs'
import { encryptedPdf, program } from '../harness/files.ts'
import { signedIn } from './models/accounts.ts'
import { lectern } from './models/lectern.ts'
import { markdown, returnsPolicy } from './samples.ts'
import { expect, test } from './test.ts'

const file = (name: string, mimeType: string, content: Uint8Array) => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
})

test.beforeEach(async ({ page, server }) => {
  const user = lectern(page)
  await signedIn(page, server.url, 'Northwind Boots')
  await user.createKnowledgeBase('Returns and repairs')
})

test('each wrong file gets its own reason, and the rest goes through', async ({ page }, testInfo) => {
  const user = lectern(page)
  const files = [
    file('empty.pdf', 'application/pdf', new Uint8Array()),
    file('setup.pdf', 'application/pdf', program()),
    file('secret.pdf', 'application/pdf', await encryptedPdf()),
    file('huge.txt', 'text/plain', Buffer.alloc(21 * 1024 * 1024, 'lectern ')),
    await returnsPolicy(),
  ]
  // From the disk: the browser gets its files over the line that it is driven by, and one of them is huge.
  const paths = files.map(({ name, buffer }) => {
    const path = testInfo.outputPath(name)
    writeFileSync(path, buffer)
    return path
  })
  await page.getByLabel('Choose files').setInputFiles(paths)
  const report = page.getByRole('status').filter({ hasText: 'refused' })
  await expect(report).toContainText('2 files added, 3 files refused.')
  await expect(report).toContainText('empty.pdf — This file is empty.')
  await expect(report).toContainText('setup.pdf — This is a program')
  await expect(report).toContainText(/huge\.txt — .*20 MiB/)
  await expect(user.document('Returns policy.pdf')).toContainText('Ready')
  // Whether a PDF is locked shows only when it is read: the reason stands at the document.
  await expect(user.document('secret.pdf')).toContainText('Failed')
  await expect(user.document('secret.pdf')).toContainText(/password/i)
})

test('51 files dropped at once all arrive', async ({ page }) => {
  const user = lectern(page)
  const files = Array.from({ length: 51 }, (_, n) =>
    markdown(`note-${n}.md`, `# Note ${n}\n\nThe ${n}th boot of the year was sold in shop number ${n * 7}.`),
  )
  await user.addDocuments(...files)
  // They are taken in one by one while the first are read already: a busy machine takes its time.
  const report = page.getByRole('status').filter({ hasText: 'added' })
  await expect(report).toContainText('51 files added.', { timeout: 120_000 })
  await expect(page.getByRole('listitem').filter({ hasText: 'note-' })).toHaveCount(51)
})

test('each stage of the ingestion arrives live, and a document can be deleted', async ({ page }) => {
  const user = lectern(page)
  const seen = await page.evaluateHandle(() => {
    const stages = new Set<string>()
    new MutationObserver(() => {
      const row = document.querySelector('[data-document="handbook.md"]')
      for (const stage of ['Queued', 'Reading', 'Dividing', 'Indexing', 'Ready'])
        if (row?.textContent?.includes(stage)) stages.add(stage)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    return stages
  })
  const chapters = Array.from(
    { length: 40 },
    (_, n) => `## Chapter ${n}\n\n${'Boots want care, and care wants time. '.repeat(20)}Rule ${n} says so.\n`,
  )
  await user.addDocuments(markdown('handbook.md', `# Handbook\n\n${chapters.join('\n')}`))
  await expect(user.document('handbook.md')).toContainText('Ready', { timeout: 60_000 })
  const stages = await seen.evaluate((set) => [...set])
  expect(stages).toContain('Indexing')
  expect(stages.at(-1)).toBe('Ready')

  await page.getByRole('button', { name: 'Delete handbook.md' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete “handbook.md”?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(user.document('handbook.md')).toBeVisible()
  await page.getByRole('button', { name: 'Delete handbook.md' }).click()
  await dialog.getByRole('button', { name: 'Delete document' }).click()
  await expect(user.document('handbook.md')).toHaveCount(0)
  await expect(page.getByText('No document yet.')).toBeVisible()
})
