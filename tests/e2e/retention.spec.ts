import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { openDatabase } from '../../server/kernel/db/open.ts'
import { freePort } from '../harness/listening.ts'
import { expectAccessible } from './accessible.ts'
import { clientOf, enrolled } from './models/accounts.ts'
import { newDataDir, removeDataDir, startServer } from './server.ts'
import { expect, test } from './test.ts'

/** As if everything was said so long ago: the server is stopped. */
async function age(dataDir: string, days: number) {
  const database = await openDatabase({ dataDir, databaseUrl: null }, pino({ level: 'silent' }))
  await database.db.execute(
    sql`update conversations set last_message_at = last_message_at - make_interval(days => ${days})`,
  )
  await database.close()
}

test('an owner sees what a rule deletes, is asked before it is saved, and keeps exceptions', async ({
  browser,
}) => {
  const dataDir = await newDataDir()
  const sameAddress = { PORT: String(await freePort()) }
  const first = await startServer(dataDir, sameAddress)
  const page = await browser.newPage({ baseURL: first.url })
  const ann = await enrolled(page, first.url, 'Northwind Boots')
  const client = clientOf(first.url, ann.tokens)
  const { id } = await client.integration(ann.organizationId, [], 'Help desk')
  await client.ask(id, 'How long can boots be returned?')
  await first.stop()
  await age(dataDir, 40)
  const server = await startServer(dataDir, sameAddress)

  const section = page.getByRole('region', { name: 'How long data is kept' })
  const save = section.getByRole('button', { name: 'Save rules' })
  await test.step('a rule is previewed, by the keyboard', async () => {
    await page.goto('/settings/organization')
    await expect(section.getByLabel('Keep conversations')).toHaveValue('')
    await section.getByLabel('Keep conversations').focus()
    await page.keyboard.press('3')
    await expect(section.getByLabel('Keep conversations')).toHaveValue('30')
    await expect(section.getByRole('status').first()).toContainText(
      'This would delete 1 conversation today, none of them with a hand-over.',
    )
    await expectAccessible(page, 'retention')
  })

  await test.step('an exception keeps what the assistant answers in the Playground', async () => {
    await section.getByRole('button', { name: 'Add an exception' }).click()
    await section.getByLabel('Assistant for exception 1').selectOption('Help desk')
    await section.getByLabel('Retention for exception 1').selectOption('Forever')
    await expect(section.getByRole('status').first()).toContainText('This would delete nothing today.')
    await save.click()
    await expect(page.getByText('Retention rules saved.')).toBeVisible()
    await expect(save).toBeDisabled()
  })

  await test.step('without it, saving asks first', async () => {
    await section.getByRole('button', { name: 'Remove exception 1' }).click()
    await expect(section.getByRole('button', { name: 'Add an exception' })).toBeFocused()
    await save.click()
    const question = page.getByRole('dialog', { name: 'Delete 1 conversation?' })
    await expectAccessible(page, 'question of the retention')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(section.getByLabel('Keep conversations')).toHaveValue('30')
    await save.click()
    await question.getByRole('button', { name: 'Save and delete' }).click()
    await expect(save).toBeDisabled()
  })

  await test.step('the audit log tells of both', async () => {
    await page.goto('/settings/audit-log')
    await expect(page.getByText('Retention rules changed')).toHaveCount(2)
    await expect(page.getByRole('main')).toContainText('Conversations kept for 30 days · 1 rule')
    await page.goto('/settings/organization')
    await expect(section.getByLabel('Keep conversations')).toHaveValue('30')
    await expect(section.getByRole('listitem')).toHaveCount(0)
  })
  await page.close()
  await server.stop()
  removeDataDir(dataDir)
})
