import { expectAccessible } from './accessible.ts'
import { desk } from './models/desk.ts'
import { expect, test } from './test.ts'

const REQUEST = 'I want to speak to a human about my holidays'
const QUESTION = 'How long are holidays?'
const UNKNOWN = /\/(person|handover|inbox|outcomes)([/?]|$)/

test('[40.5] beside a server that knows nothing of hand-over, Chat, Playground and Conversations are as before', async ({
  page,
  server,
}) => {
  const { id, client } = await desk(page, server.url, 'People desk', {
    name: 'leave.md',
    content: '# Holidays\n\nHolidays are thirty days a year.',
  })
  await client.call('PATCH', `/api/v1/integrations/${id}/handover`, {
    offered: ['asked', 'refused', 'always'],
  })
  const asked: string[] = []
  await page.route('**/api/v1/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (UNKNOWN.test(pathname)) {
      asked.push(pathname)
      return route.fulfill({ status: 404, json: { detail: 'Not Found' } })
    }
    const isTold = /\/(system|conversations\/[\da-f-]{36})$/.test(pathname)
    if (!isTold || route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    const { inbox: _, handover: __, ...known } = await response.json()
    return route.fulfill({ response, json: known })
  })
  const broken: string[] = []
  page.on('pageerror', ({ message }) => broken.push(message))
  const main = page.getByRole('main')
  const expectAsBefore = async () => {
    await expect(main.getByText(/person is offered|Talk to a person|handed over/i)).toHaveCount(0)
    await expect(main.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Inbox')).toHaveCount(0)
    expect(broken).toEqual([])
  }

  for (const [name, address] of [
    ['Chat', `/chat?assistant=${id}`],
    ['Playground', `/integrations/${id}`],
  ] as const)
    await test.step(name, async () => {
      await page.goto(address)
      const log = page.getByRole('log', { name: 'Conversation' })
      for (const question of [REQUEST, QUESTION]) {
        await page.getByLabel('Your question').fill(question)
        await page.keyboard.press('Enter')
        await expect(log.getByRole('heading', { name: question })).toBeVisible()
      }
      await expect(log).toContainText('thirty days a year')
      await expect(page.getByRole('button', { name: 'New', exact: true })).toBeEnabled()
      await expectAsBefore()
      await expectAccessible(page, `${name} without hand-over`)
    })
  expect(asked.some((path) => path.endsWith('/person'))).toBe(true)

  await test.step('side by side', async () => {
    await page.goto(`/integrations/${id}?answers=both`)
    await page.getByLabel('Your question').fill(QUESTION)
    await page.keyboard.press('Enter')
    for (const side of ['Draft', 'Published, version 1'])
      await expect(page.getByRole('group', { name: side }).last()).toContainText('thirty days a year')
    await expectAsBefore()
  })

  await test.step('Conversations and Chat History', async () => {
    for (const address of ['/conversations', `/integrations/${id}/history`]) {
      await page.goto(address)
      await page
        .getByRole('link', { name: new RegExp(REQUEST) })
        .first()
        .click()
      await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('thirty days a year')
      await expectAsBefore()
    }
  })

  await test.step('its tab in the settings says that it is not offered', async () => {
    await page.goto(`/integrations/${id}/settings?part=handover`)
    await expect(main).toContainText('your server does not offer it')
    await expect(page.getByText('Page not found')).toHaveCount(0)
    expect(broken).toEqual([])
  })
})
