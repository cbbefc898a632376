import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../harness/listening.ts'
import { PATIENCE } from '../harness/patience.ts'
import { clientOf, enrolled } from './models/accounts.ts'
import { lectern } from './models/lectern.ts'
import { newDataDir, removeDataDir, startServer } from './server.ts'

/** DROPPED_FILES=1000 shows what the product promises; fewer show the same ways. */
const FILES = Number(process.env.DROPPED_FILES ?? 60)
const READ_WITHIN = PATIENCE.wait + FILES * 1_000
// oxlint-disable-next-line no-restricted-properties -- A thousand files take as long as they take.
test.setTimeout(PATIENCE.test + 2 * READ_WITHIN)

test('[S2.12] many files survive a switch of organization, a reload and the end of the server', async ({
  browser,
}, testInfo) => {
  const folder = testInfo.outputPath('notes')
  mkdirSync(folder, { recursive: true })
  const files = Array.from({ length: FILES }, (_, n) => {
    const file = path.join(folder, `note-${n}.md`)
    writeFileSync(file, `# Note ${n}\n\nBoot number ${n} of the year was sold in shop ${n * 7}.`)
    return file
  })
  const dataDir = await newDataDir()
  const sameAddress = { PORT: String(await freePort()) }
  const first = await startServer(dataDir, sameAddress)
  const page = await browser.newPage({ baseURL: first.url })
  const { tokens, post } = await enrolled(page, first.url, 'Northwind Boots')
  await post('organizations', { name: 'Lakeside Tools' })
  const user = lectern(page)
  await page.goto('/')
  await user.createKnowledgeBase('Notes')
  const address = page.url()
  const baseId = new URL(address).pathname.split('/').at(-1) ?? ''
  page.on('dialog', (dialog) => dialog.accept())
  const drop = () => page.getByLabel('Choose files').setInputFiles(files)
  const main = page.getByRole('main')

  const ann = clientOf(first.url, tokens)
  await drop()
  await user.switchTo('Lakeside Tools')
  await expect(page.getByRole('region', { name: 'Upload to Notes' })).toBeVisible()
  await user.switchTo('Northwind Boots')
  await expect(page.getByRole('button', { name: 'Organization: Northwind Boots' })).toBeVisible()
  // Files are sent by fifty: what is reloaded before the first of them have come ends an upload of nothing.
  await expect
    .poll(async () => (await ann.documents(baseId)).length, { timeout: READ_WITHIN })
    .toBeGreaterThan(0)
  await page.goto(address)

  // The reload has ended the upload: the same files are dropped again, and only those that are missing are sent.
  await drop()
  await expect(main.getByText(/^(\d+|No) files? added and \d+ skipped \(already here\)\.$/)).toBeVisible({
    timeout: READ_WITHIN,
  })
  await first.stop('SIGKILL')

  const second = await startServer(dataDir, sameAddress)
  const documents = await ann.settled(baseId, READ_WITHIN)
  expect(documents.map(({ status }) => status)).toEqual(files.map(() => 'ready'))
  expect(new Set(documents.map(({ name }) => name)).size).toBe(FILES)
  await page.reload()
  await expect(main.getByText(`${FILES.toLocaleString('en')} documents`, { exact: true })).toBeVisible()
  await second.stop()
  removeDataDir(dataDir)
})
