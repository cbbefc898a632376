import { createClient } from '../harness/knowledge.ts'
import { publicAssistant } from '../harness/visitors.ts'
import { enrolled } from './models/accounts.ts'
import { expect, test } from './test.ts'

const QUESTION = 'What is the keeper of the lighthouse called?'
const UNREAD = /\d+ documents? (was|were) still being read\./

/** Enough to be read for a while, and last what answers the question. */
const BOOKS = [
  ...Array.from({ length: 6 }, (_, n) => ({
    name: `${n}.txt`,
    content: `Chapter ${n}. ${`A sentence of chapter ${n} that is read. `.repeat(400)}`,
  })),
  { name: 'keeper.txt', content: 'The keeper of the lighthouse is called Imke.' },
]

test('[ux 4] [issue 36.7] who asks while documents are read waits for the answer, in Chat, the Playground and the public page', async ({
  page,
  server,
}) => {
  const log = page.getByRole('log', { name: 'Conversation' })

  const asks = async (address: (assistant: string) => string) => {
    const { tokens, organizationId } = await enrolled(page, server.url, 'Northwind Light')
    const client = createClient(server.url, { headers: { authorization: `Bearer ${tokens.access_token}` } })
    const base = await client.knowledgeBase(organizationId)
    const assistant = await publicAssistant(client, organizationId, [base.id])
    await page.goto(address(assistant))
    const field = page.getByLabel('Your question')
    await expect(field).toBeVisible()
    await client.upload(base.id, BOOKS)
    await field.fill(QUESTION)
    await field.press('Enter')
    await expect(log).toContainText('still being read')
    await expect(page.getByText(UNREAD)).toBeVisible()
    await page.getByRole('button', { name: 'Wait for the answer' }).click()
    await expect(log).toContainText('The answer will follow.')
    await expect(log).toContainText('Imke')
    await expect(page.getByText(UNREAD)).toBeHidden()
  }
  await test.step('in the Playground', () => asks((assistant) => `/integrations/${assistant}`))
  await test.step('in Chat', () => asks((assistant) => `/chat?assistant=${assistant}`))
  await test.step('as a visitor', () => asks((assistant) => `/share/integration/${assistant}`))
})
