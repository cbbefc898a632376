import { expectAccessible } from './accessible.ts'
import { pressEscape } from './escape.ts'
import { clientOf, signedIn } from './models/accounts.ts'
import { openListening } from './models/elsewhere.ts'
import { lectern } from './models/lectern.ts'
import { repairPage, returnsPolicy } from './samples.ts'
import { expect, test } from './test.ts'

const FIRST = 'How many days do I have to return boots?'
const SECOND = 'Do you repair a sole that fails?'

test('[S2.17] [S2.21] search, read old conversations, change and delete an assistant', async ({
  page,
  server,
}) => {
  const user = lectern(page)
  const menu = page.getByRole('navigation', { name: 'Main' })
  const log = page.getByRole('log', { name: 'Conversation' })
  const main = page.getByRole('main')

  await signedIn(page, server.url, 'Northwind Boots')
  await user.createKnowledgeBase('Returns and repairs')
  await user.addDocuments(await returnsPolicy(), repairPage)
  await user.documentIsReady('Returns policy.pdf')
  await user.documentIsReady('Repair promise.html')
  await user.createIntegration('Returns helper')

  await test.step('Chat History teaches while it is empty', async () => {
    await menu.getByRole('link', { name: 'Chat History' }).click()
    await expect(main).toContainText('No questions yet.')
    await main.getByRole('link', { name: 'Go to the Playground' }).click()
  })

  await test.step('a new conversation leaves the old one in the history', async () => {
    await user.ask(FIRST)
    await expect(log).toContainText('within 30 days of delivery')
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await expect(log).not.toContainText('within 30 days')
    await user.ask(SECOND)
    await expect(log).toContainText('within two years')
  })

  await test.step('Search ranks passages, marks words and opens the source', async () => {
    await menu.getByRole('link', { name: 'Search' }).click()
    await expect(page).toHaveTitle('Search · Returns helper · Lectern')
    await page.getByRole('searchbox').fill('unworn goods in the original box')
    await page.keyboard.press('Enter')
    const first = main.getByRole('listitem').first()
    await expect(first).toContainText('Returns policy.pdf · p. 2')
    await expect(first).toContainText('By words #1')
    await expect(first.locator('mark').first()).toHaveText(/unworn|goods|original|box/i)
    await first.getByRole('button').click()
    const source = page.getByRole('dialog')
    await expect(source.locator('[data-cited] mark').first()).toBeVisible()
    await pressEscape(page)
    await expect(source).toBeHidden()
  })

  await test.step('Chat History shows a conversation as it was seen', async () => {
    await menu.getByRole('link', { name: 'Chat History' }).click()
    const list = main.getByRole('list', { name: 'Conversations' }).getByRole('link')
    await expect(list).toHaveText([new RegExp(SECOND), new RegExp(FIRST)])
    await expect(list.first()).toContainText('Today')
    await list.nth(1).click()
    const transcript = main.getByRole('region', { name: 'Conversation' })
    await expect(transcript).toContainText('within 30 days of delivery')
    await expect(transcript.getByRole('group', { name: 'Sources' })).toContainText('p. 2')
    await page.reload()
    await transcript.getByRole('button', { name: 'Source 1: Returns policy.pdf' }).first().click()
    await expect(page.getByRole('dialog').locator('[data-cited] mark')).toContainText('within 30 days')
    await pressEscape(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await expect(list.first()).toBeHidden()
    await page.getByRole('link', { name: 'All conversations' }).click()
    await expect(list.first()).toBeVisible()
    await list.nth(1).click()
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('it goes on in the Playground', async () => {
    await page.getByRole('button', { name: 'Continue in Playground' }).click()
    await expect(log.getByRole('heading', { name: FIRST })).toBeVisible()
    await expect(log).not.toContainText(SECOND)
    await user.ask('And which boots cannot be returned?')
    await expect(log).toContainText('cannot be returned for a refund')
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(log).toContainText('cannot be returned for a refund')
  })

  await test.step('a conversation is deleted, and the Playground forgets it', async () => {
    await menu.getByRole('link', { name: 'Chat History' }).click()
    const list = main.getByRole('list', { name: 'Conversations' }).getByRole('link')
    await expect(list.first()).toContainText('4 messages')
    await list.first().click()
    await main.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete conversation' }).click()
    await expect(list).toHaveCount(1)
    await expect(page).toHaveURL(/\/history$/)
    await menu.getByRole('link', { name: 'Playground' }).click()
    await expect(log).toContainText('Ask a question.')
  })

  await test.step('Settings are saved when they differ, and leaving them is asked about', async () => {
    await menu.getByRole('link', { name: 'Settings' }).click()
    const save = page.getByRole('button', { name: 'Save changes' })
    await expect(save).toBeDisabled()
    await page.getByLabel('Name').fill(' ')
    await save.click()
    await expect(page.getByText('Give the assistant a name.')).toBeVisible()
    await page.getByLabel('Name').fill('Returns desk')
    await page.getByLabel('Description').fill('Knows the policy.')
    await menu.getByRole('link', { name: 'Playground' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay here' }).click()
    await expect(page).toHaveURL(/\/settings$/)
    await page.goBack()
    await question.getByRole('button', { name: 'Stay here' }).click()
    await expect(page).toHaveURL(/\/settings$/)
    await save.click()
    await expect(page.getByText('Saved: name and description.')).toBeVisible()
    await expect(save).toBeDisabled()
    await page.getByRole('link', { name: 'Appearance' }).click()
    await page.getByLabel('Welcome message').fill('Ask me about returns.')
    await save.click()
    await expect(page.getByText('Saved: welcome message.')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText('Returns desk')
    await menu.getByRole('link', { name: 'Playground' }).click()
    await expect(log).toContainText('Ask me about returns.')
  })

  await test.step('anything else in an assistant is not found', async () => {
    await page.goto(`${page.url()}/elsewhere`)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expect(menu).toBeVisible()
    await page.goBack()
    await expect(log).toBeVisible()
    for (const place of ['search', 'history', 'settings']) {
      await page.goto(`/integrations/${crypto.randomUUID()}/${place}`)
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
      await page.goBack()
    }
    await expect(log).toBeVisible()
  })

  await test.step('the assistant is deleted, changes or not', async () => {
    await menu.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Description').fill('Soon gone')
    await page.getByRole('button', { name: 'Delete assistant' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete assistant' }).click()
    await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible()
    await expect(main).toContainText('It answers from your documents and cites its sources.')
  })
})

test('[S2.17] what others change is shown as it comes, and is never published unseen', async ({
  page,
  server,
}) => {
  const { organizationId, post, tokens } = await signedIn(page, server.url, 'Northwind Boots')
  const { id } = await post(`organizations/${organizationId}/integrations`, { name: 'Helper' })
  const ann = clientOf(server.url, tokens)
  const change = async (patch: object) =>
    expect(await ann.call('PATCH', `/api/v1/integrations/${id}`, patch)).toMatchObject({ status: 200 })
  await openListening(page, `/integrations/${id}/settings`)
  const elsewhere = page.getByRole('main').getByRole('status').filter({ hasText: 'elsewhere' })

  await test.step('beside what is typed, which stays', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Returns desk')
    await change({ name: 'Front desk', description: 'Good morning' })
    await expect(page.getByLabel('Description')).toHaveValue('Good morning')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Returns desk')
    await expect(elsewhere).toContainText('updated here: description.')
    await expect(elsewhere).toContainText('Changed here and elsewhere: name.')
    await expectAccessible(page, 'settings changed elsewhere')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Saved: name.', { exact: true })).toBeVisible()
    await expect(elsewhere).toBeHidden()
    const { body } = await ann.call('GET', `/api/v1/integrations/${id}`)
    expect(body).toMatchObject({ name: 'Returns desk', description: 'Good morning' })
  })

  await test.step('and is looked at before it is published', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await change({ welcome_message: 'Good evening' })
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Someone else changed the draft.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Got it' }).click()
    await dialog.getByRole('button', { name: 'Publish version 1' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Version 1 was published')).toBeVisible()
  })
})
