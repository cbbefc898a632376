import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { clientOf, enrolled, joined, storeTokens, type Tokens } from './models/accounts.ts'
import { newPerson } from './models/lectern.ts'
import type { RunningServer } from './server.ts'
import { expect, test } from './test.ts'

const SALARY = 'The salary of the harbour master is 73,400 crowns a year.'
const QUESTION = 'What is the salary of the harbour master?'

/** The page is the owner's; Ben and Cleo are members, and Payroll answers from Salaries. */
async function office(page: Page, browser: Browser, server: RunningServer) {
  const owner = await enrolled(page, server.url, 'Northwind Boots')
  const { organizationId } = owner
  const client = clientOf(server.url, owner.tokens)
  const [ben, cleo] = [newPerson(), newPerson()]
  const join = (person: typeof ben) => joined(server.url, client, organizationId, person)
  const tokens = { ben: await join(ben), cleo: await join(cleo) }
  const base = await client.filled(organizationId, [{ name: 'salaries.txt', content: SALARY }], 'Salaries')
  const assistant = await client.published(organizationId, [base], 'Payroll')

  const pageOf = async (whose: Tokens) => {
    const context = await browser.newContext({ baseURL: server.url })
    const opened = await context.newPage()
    await opened.goto('/config.js')
    await storeTokens(opened, whose)
    return opened
  }
  return { owner, client, ben, cleo, tokens, base, assistant, pageOf }
}

test('salaries are opened to a group: others neither see them nor get answers from them', async ({
  page,
  browser,
  server,
}) => {
  const { owner, client, ben, cleo, tokens, base, assistant, pageOf } = await office(page, browser, server)

  await test.step('the owner creates a group', async () => {
    await page.goto('/team')
    await page.getByRole('button', { name: 'New group' }).click()
    const dialog = page.getByRole('dialog', { name: 'New group' })
    await dialog.getByRole('button', { name: 'Create group' }).click()
    await expect(dialog).toContainText('Enter a name.')
    await dialog.getByLabel('Name').fill('Finance')
    await dialog.getByRole('checkbox', { name: new RegExp(cleo.email) }).check()
    await expectAccessible(page, 'new group')
    await dialog.getByRole('button', { name: 'Create group' }).click()
    await expect(page.getByRole('list', { name: 'Groups' })).toContainText('Finance1 member')
  })

  await test.step('and opens Salaries to it alone, with themselves', async () => {
    await page.goto(`/knowledge-bases/${base}`)
    await page.getByRole('button', { name: 'Who can read Salaries' }).click()
    const dialog = page.getByRole('dialog', { name: 'Who can read Salaries' })
    await expect(dialog.getByRole('list', { name: 'Can read it now' })).toContainText('Everyone')
    await dialog.getByRole('radio', { name: /^Only these groups and people/ }).check()
    await dialog.getByRole('checkbox', { name: /^Finance/ }).check()
    await expectAccessible(page, 'readers')
    await dialog.getByRole('button', { name: 'Save readers' }).click()
    await expect(page.getByText('Readers saved.')).toBeVisible()
  })

  await test.step('who is outside sees nothing of it, and is told so honestly', async () => {
    const others = await pageOf(tokens.ben)
    await others.goto('/knowledge-bases')
    await expect(others.getByText('No knowledge bases yet.')).toBeVisible()
    await others.goto(`/knowledge-bases/${base}`)
    await expect(others.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await others.goto(`/chat?assistant=${assistant}`)
    await others.getByLabel('Your question').fill(QUESTION)
    await others.keyboard.press('Enter')
    await expect(others.getByRole('article').last()).toContainText('There is nothing here that you may read')
    await expect(others.getByRole('main')).not.toContainText('73,400')
    await others.context().close()
  })

  await test.step('who is inside is answered, with the source', async () => {
    const readers = await pageOf(tokens.cleo)
    await readers.goto(`/chat?assistant=${assistant}`)
    await readers.getByLabel('Your question').fill(QUESTION)
    await readers.keyboard.press('Enter')
    const answer = readers.getByRole('article').last()
    await expect(answer).toContainText('73,400')
    await expect(answer.getByRole('button', { name: /^Source 1/ })).toBeVisible()
    await readers.context().close()
  })

  await test.step('[41.1] and one document in it to themselves alone, by the keyboard', async () => {
    const second = [{ name: 'bonuses.txt', content: 'The bonus of the pilot is 1,900 crowns.' }]
    await client.upload(base, second)
    await client.settled(base)
    await page.goto(`/knowledge-bases/${base}`)
    await page.getByRole('button', { name: 'Actions for bonuses.txt' }).press('Enter')
    const entry = page.getByRole('menuitem', { name: 'Readers' })
    await expect(page.getByRole('menuitem', { name: 'Open' })).toHaveAttribute('data-highlighted')
    for (const _ of ['Download', 'Readers']) await page.keyboard.press('ArrowDown')
    await expect(entry).toHaveAttribute('data-highlighted')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Who can read bonuses.txt' })
    await expect(dialog.getByRole('list', { name: 'Can read it now' }).getByRole('listitem')).toHaveCount(2)
    await dialog.getByRole('radio', { name: /^Only these groups and people/ }).check()
    await expectAccessible(page, 'readers of a document')
    await dialog.getByRole('button', { name: 'Save readers' }).click()
    await expect(page.locator('[data-document="bonuses.txt"]')).toContainText('Restricted')
    const readers = await pageOf(tokens.cleo)
    await readers.goto(`/knowledge-bases/${base}`)
    await expect(readers.getByRole('region', { name: 'Documents' })).toContainText('1 document')
    await expect(readers.getByRole('main')).not.toContainText('bonuses.txt')
    await readers.goto(`/chat?assistant=${assistant}`)
    await readers.getByLabel('Your question').fill('What is the bonus of the pilot?')
    await readers.keyboard.press('Enter')
    await expect(readers.getByRole('article').last()).toContainText('couldn’t find')
    await expect(readers.getByRole('main')).not.toContainText('1,900')
    await readers.context().close()
  })

  await test.step('the owner reads why each of them can', async () => {
    await page.getByRole('button', { name: 'Who can read Salaries' }).click()
    const dialog = page.getByRole('dialog', { name: 'Who can read Salaries' })
    const people = dialog.getByRole('list', { name: 'Can read it now' }).getByRole('listitem')
    await expect(people).toHaveCount(2)
    await expect(people.filter({ hasText: cleo.email })).toContainText('Group Finance')
    await expect(people.filter({ hasText: owner.person.email })).toContainText('Added by name')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.goto('/team')
    await page
      .getByRole('list', { name: 'Members' })
      .getByRole('listitem')
      .filter({ hasText: ben.email })
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Show what they can read' }).click()
    await expect(page.getByRole('dialog', { name: /^What .+ can read$/ })).toContainText(
      'No knowledge bases.',
    )
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  })

  await test.step('and deleting the group names what its members lose', async () => {
    await page.getByRole('button', { name: 'Actions for Finance' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog', { name: 'Delete the group Finance?' })).toContainText(
      'Its members lose access to Salaries',
    )
  })

  await test.step('erasing Ben says what goes and what stays, and leaves a receipt without his name', async () => {
    await page.goto('/settings/privacy')
    const section = page.getByRole('region', { name: 'Personal data' })
    await section.getByLabel('Email address or ID').fill(ben.email)
    await page.keyboard.press('Enter')
    await expect(section.getByRole('list', { name: 'Deleted on erasure' })).toContainText('1 conversation')
    const archive = page.waitForEvent('download')
    await section.getByRole('button', { name: 'Export as ZIP' }).click()
    expect((await archive).suggestedFilename()).toBe('personal-data.zip')
    await section.getByRole('button', { name: 'Erase', exact: true }).click()
    const question = page.getByRole('dialog', { name: /^Erase / })
    await expect(question.getByRole('list', { name: 'Kept without their name' })).toContainText('audit log')
    await expectAccessible(page, 'erasure')
    await question.getByRole('button', { name: 'Erase permanently' }).click()
    await expect(section).toContainText('Erased. Restoring a backup does not bring this person back.')
    const receipt = page.waitForEvent('download')
    await section.getByRole('button', { name: 'Download receipt' }).click()
    const text = await readFile(await (await receipt).path(), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ done: 1, total: 1 })
    expect(text).not.toContain(ben.email)
    await expect(page.getByRole('list', { name: 'Erasures' }).getByRole('listitem')).toHaveCount(1)
    await page.goto('/settings/audit-log')
    await expect(page.getByText('Person erased')).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(ben.email)
  })
})

test('[41.1] an assistant is opened to a group by the keyboard: others meet it nowhere', async ({
  page,
  browser,
  server,
}) => {
  const { owner, client, tokens, assistant, pageOf } = await office(page, browser, server)
  const { id: member } = (await clientOf(server.url, tokens.cleo).call('GET', '/api/v1/users/me')).body
  const groups = `/api/v1/organizations/${owner.organizationId}/groups`
  await client.call('POST', groups, { name: 'Finance', member_ids: [member] })
  await page.goto(`/integrations/${assistant}/settings`)
  const button = page.getByRole('button', { name: 'Who can use Payroll' })
  await expect(button).toBeEnabled()
  await button.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Who can use Payroll' })
  await dialog.getByRole('radio', { name: /^Only these groups and people/ }).check()
  await dialog.getByRole('checkbox', { name: /^Finance/ }).check()
  await expectAccessible(page, 'readers of an assistant')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(dialog).toBeHidden()
  const others = await pageOf(tokens.ben)
  await others.goto(`/integrations/${assistant}`)
  await expect(others.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  for (const address of [`/chat?assistant=${assistant}`, '/conversations', '/integrations']) {
    await others.goto(address)
    await expect(others.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(others.getByRole('main')).not.toContainText(/Payroll|salary/)
  }
  await others.context().close()
  const users = await pageOf(tokens.cleo)
  await users.goto(`/chat?assistant=${assistant}`)
  await users.getByLabel('Your question').fill(QUESTION)
  await users.keyboard.press('Enter')
  await expect(users.getByRole('article').last()).toContainText('73,400')
  await users.context().close()
  await page.goto('/team')
  await expect(page.getByRole('list', { name: 'Groups' })).toContainText('access to the assistant Payroll')
})
