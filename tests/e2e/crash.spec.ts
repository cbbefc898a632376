import { expect, test } from '@playwright/test'
import { lectern, newPerson } from './models/lectern.ts'
import { markdown } from './samples.ts'
import { emptyDataDir, removeDataDir, startServer } from './server.ts'

test('killed in the middle of 20 documents, the server ends every one of them after the next start', async ({
  page,
}) => {
  const dataDir = emptyDataDir()
  const first = await startServer(dataDir)
  const port = new URL(first.url).port
  const ada = newPerson()
  const user = lectern(page)
  await page.goto(first.url)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await user.fillRegistration(ada)
  await user.nameOrganization('Northwind Boots')
  await user.createKnowledgeBase('Handbooks')
  const chapter = 'Boots want care, and care wants time; whoever mends them knows both. '.repeat(30)
  await user.addDocuments(
    ...Array.from({ length: 20 }, (_, n) =>
      markdown(
        `handbook-${n}.md`,
        `# Handbook ${n}\n\n## Care\n\n${chapter}${n}\n\n## Mending\n\n${chapter}${n + 1}`,
      ),
    ),
  )
  await expect(page.getByText('20 files added.')).toBeVisible()
  await expect(page.getByText('Embedding').first()).toBeVisible()
  await first.stop('SIGKILL')

  const second = await startServer(dataDir, { PORT: port })
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'Ready' })).toHaveCount(20, { timeout: 75_000 })
  await second.stop()
  removeDataDir(dataDir)
})
