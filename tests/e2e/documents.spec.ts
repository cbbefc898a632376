import { writeFileSync } from 'node:fs'
import { encryptedPdf, program } from '../harness/files.ts'
import { expectAccessible } from './accessible.ts'
import { TALL } from './layout.ts'
import { signedIn } from './models/accounts.ts'
import { lectern } from './models/lectern.ts'
import { whileBusy } from './rest.ts'
import { markdown, returnsPolicy } from './samples.ts'
import { expect, test } from './test.ts'

const file = (name: string, mimeType: string, content: Uint8Array) => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
})

test.use({ viewport: TALL })

test.beforeEach(async ({ page, server }) => {
  const user = lectern(page)
  await signedIn(page, server.url, 'Northwind Boots')
  await user.createKnowledgeBase('Returns and repairs')
})

test('[knowledge M1] a file with the name of a document replaces it, once somebody has said so', async ({
  page,
}) => {
  const main = page.getByRole('main')
  const choose = (text: string) =>
    page.getByLabel('Choose files').setInputFiles([file('prices.md', 'text/markdown', Buffer.from(text))])
  await choose('# Prices\n\nBoots cost 77 euros.')
  await expect(main.getByText('1 file added.')).toBeVisible()
  await choose('# Prices\n\nBoots cost 12 euros.')
  await expect(
    main.getByText('A document named “prices.md” already exists. Replace, or keep both?'),
  ).toBeVisible()
  await main.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(main.getByText('1 file added.')).toBeVisible()
  await expect(main.getByRole('checkbox', { name: 'Select prices.md' })).toHaveCount(1)
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
  await expect(report).toContainText('2 files added and 3 files refused.')
  await expect(report).toContainText('empty.pdf — This file is empty.')
  await expect(report).toContainText('setup.pdf — This file ends in .pdf, but its content is: Program')
  await expect(report).toContainText(/huge\.txt — .*20 MB/)
  await user.documentIsReady('Returns policy.pdf')
  // Whether a PDF is locked shows only when it is read: the reason stands at the document.
  await expect(user.document('secret.pdf')).toContainText('Failed')
  await expect(user.document('secret.pdf')).toContainText(/password/i)
  // [knowledge low] The same file would end in the same way.
  await expect(user.document('secret.pdf').getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

test('a document can be deleted', async ({ page }) => {
  const user = lectern(page)
  await user.addDocuments(markdown('handbook.md', '# Handbook\n\nBoots want care.'))
  await user.documentIsReady('handbook.md')

  const remove = async () => {
    await page.getByRole('button', { name: 'Actions for handbook.md' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  await remove()
  const dialog = page.getByRole('dialog', { name: 'Delete “handbook.md”?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(user.document('handbook.md')).toBeVisible()
  await remove()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(user.document('handbook.md')).toHaveCount(0)
  await expect(page.getByText('No documents yet.')).toBeVisible()
})

test('a document is read, edited, renamed, replaced and taken out of answers', async ({ page }) => {
  const user = lectern(page)
  const act = async (name: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await user.addDocuments(markdown('hours.md', '# Hours\n\nThe shop opens at nine.'))
  await user.documentIsReady('hours.md')

  await page.getByRole('button', { name: 'hours.md', exact: true }).click()
  const reader = page.getByRole('dialog', { name: 'hours.md' })
  await expect(reader).toContainText('The shop opens at nine.')
  await reader.getByRole('button', { name: 'Edit passage 1' }).click()
  const passage = page.getByRole('dialog', { name: 'Edit passage' })
  await passage.getByLabel('Passage', { exact: true }).fill('The shop opens at ten.')
  await passage.getByRole('button', { name: 'Save' }).click()
  await expect(reader).toContainText('The shop opens at ten.')
  await expect(reader).toContainText('Edited')
  await reader.getByRole('button', { name: 'Close' }).click()

  await act('hours.md', 'Rename')
  const renaming = page.getByRole('dialog', { name: 'Rename document' })
  await renaming.getByLabel('Name').fill('Opening hours')
  await renaming.getByRole('button', { name: 'Rename' }).click()
  await expect(user.document('Opening hours')).toBeVisible()

  await page
    .getByLabel('Replace Opening hours')
    .setInputFiles(markdown('new.md', '# Hours\n\nThe shop opens at eleven.'))
  await expect(user.document('Opening hours')).toContainText('Version 2')
  await user.documentIsReady('Opening hours')
  const download = page.waitForEvent('download')
  await act('Opening hours', 'Download')
  expect((await download).suggestedFilename()).toContain('Opening hours')

  await act('Opening hours', 'Versions')
  const versions = page.getByRole('dialog', { name: 'Versions of “Opening hours”' })
  await expect(versions.getByRole('listitem')).toHaveText([/^Version 2 \(latest\)/, /^Version 1/])
  await versions.getByRole('button', { name: 'Restore' }).click()
  await expect(user.document('Opening hours')).toContainText('Version 3')
  await user.documentIsReady('Opening hours')

  await act('Opening hours', 'Disable')
  await expect(user.document('Opening hours')).toContainText('Disabled')
  await expectAccessible(page, 'a disabled document')
  await page.getByLabel('Status').selectOption('ready')
  await expect(page.getByText('No matching documents.')).toBeVisible()
})

test('an upload goes on while another screen is shown', async ({ page }) => {
  const user = lectern(page)
  const files = Array.from({ length: 60 }, (_, n) => markdown(`note-${n}.md`, `# Note ${n}\n\nBoot ${n}.`))
  await user.addDocuments(...files)
  await whileBusy(() => page.getByRole('link', { name: 'Usage' }).click())
  const upload = page.getByRole('region', { name: 'Upload to Returns and repairs' })
  await expect(upload).toContainText('60 files added.')
  await page.goBack()
  // What is there already is skipped, and said so.
  await user.addDocuments(...files.slice(0, 3))
  await expect(page.getByRole('status').filter({ hasText: 'skipped' })).toContainText('3 skipped')
})
