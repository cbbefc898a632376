import { expectAccessible } from './accessible.ts'
import { pressEscape } from './escape.ts'
import { registered, signedIn } from './models/accounts.ts'
import { lectern } from './models/lectern.ts'
import { repairPage, returnsPolicy } from './samples.ts'
import { expect, test } from './test.ts'

const RETURNS = 'How many days do I have to return boots?'
const REPAIRS = 'What does a new outsole cost?'

test('[S2.14] Chat asks every published assistant; conversations are kept, searched, renamed and deleted, by keyboard', async ({
  page,
  server,
}) => {
  const user = lectern(page)
  const main = page.getByRole('main')
  const list = main.getByRole('list', { name: 'Your conversations' }).getByRole('link')
  const answer = page.getByRole('article').last()
  const { organizationId, post } = await signedIn(page, server.url, 'Northwind Boots')
  await user.createKnowledgeBase('Returns')
  const knowledgeBaseId = new URL(page.url()).pathname.split('/')[2] ?? ''
  await user.addDocuments(await returnsPolicy(), repairPage)
  await user.documentIsReady('Returns policy.pdf')
  await user.documentIsReady('Repair promise.html')

  await test.step('without a published assistant it says what to do', async () => {
    await page.getByRole('link', { name: 'Chat', exact: true }).click()
    await expect(main).toContainText('No assistants yet.')
    await expect(main.getByRole('link', { name: 'Go to Integrations' })).toBeVisible()
  })

  const publish = async (name: string) => {
    const { id } = await post(`organizations/${organizationId}/integrations`, {
      name,
      knowledge_base_ids: [knowledgeBaseId],
    })
    await post(`integrations/${id}/publish`, {})
    return id
  }
  await publish('Attic')
  await publish('Desk')

  await test.step('a question is answered from what is published, and its conversation gets an address', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await expect(main.getByRole('heading', { name: 'Attic', level: 1 })).toBeVisible()
    await expect(page.getByLabel('Your question')).toBeFocused()
    await page.keyboard.type(RETURNS)
    await page.keyboard.press('Enter')
    await expect(answer.getByRole('button', { name: /^Source 1/ })).toBeVisible()
    await expect(page).toHaveURL(/\/chat\?assistant=.+&conversation=/)
    await expect(list).toHaveText([/How many days.+Attic/])
    await answer.getByRole('button', { name: /^Source 1/ }).click()
    await expect(page.getByRole('dialog', { name: 'Returns policy.pdf' })).toContainText('30 days')
    await pressEscape(page)
  })

  await test.step('another assistant is picked and asked by keyboard; both conversations stay', async () => {
    await page.keyboard.press('Alt+a')
    await page.getByRole('combobox', { name: 'Search assistants' }).fill('des')
    await page.keyboard.press('Enter')
    await expect(main.getByRole('heading', { name: 'Desk', level: 1 })).toBeVisible()
    await page.getByLabel('Your question').fill(REPAIRS)
    await page.keyboard.press('Enter')
    await expect(list).toHaveText([/outsole.+Desk/, /How many days.+Attic/])
    await page.keyboard.press('Alt+ArrowDown')
    await expect(page.getByRole('button', { name: 'Assistant: Attic' })).toBeVisible()
    await expect(answer).toContainText('30 days')
    await page.reload()
    await expect(answer.getByRole('button', { name: /^Source 1/ })).toBeVisible()
    await expect(list).toHaveCount(2)
  })

  await test.step('one is renamed, found by a word of it, and deleted', async () => {
    await page.keyboard.press('Alt+r')
    await page.getByRole('dialog').getByLabel('Name').fill('Sending boots back')
    await page.keyboard.press('Enter')
    await expect(list.nth(1)).toContainText('Sending boots back')
    await main.getByRole('searchbox').fill('outsole')
    await page.keyboard.press('Enter')
    await expect(list).toHaveText([/outsole/])
    await list.first().click()
    await main.getByRole('button', { name: 'Delete conversation' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete conversation' }).click()
    await expect(main).toContainText('No matching conversations.')
    await main.getByRole('link', { name: 'Show all' }).click()
    await expect(list).toHaveText([/Sending boots back/])
  })

  await test.step('the sheet of shortcuts and the palette know what Chat can do', async () => {
    await page.getByLabel('Your question').blur()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toContainText('Switch assistant')
    await pressEscape(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search everything' }).fill('chat with attic')
    await page.keyboard.press('Enter')
    await expect(main.getByRole('heading', { name: 'Attic', level: 1 })).toBeVisible()
  })

  await test.step('in Conversations it stands with its channel, and leads back', async () => {
    await page.goto('/conversations?channel=chat')
    await main.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click()
    await main.getByRole('link', { name: 'Continue in Chat' }).click()
    await expect(answer).toContainText('30 days')
    await expectAccessible(page, 'chat')
    await page.setViewportSize({ width: 390, height: 800 })
    await main.getByRole('link', { name: 'Your conversations' }).click()
    await expect(list).toHaveCount(1)
    await expectAccessible(page, 'chat, its list')
  })

  await test.step('a conversation of another organization is not found in this one', async () => {
    const other = await registered(server.url, 'Elsewhere')
    const { id } = await other.post(`organizations/${other.organizationId}/integrations`, { name: 'Spy' })
    await page.goto(`/chat?assistant=${id}`)
    await expect(main.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  })
})
