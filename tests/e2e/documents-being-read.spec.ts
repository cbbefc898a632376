import { publicAssistant } from '../harness/visitors.ts'
import { clientOf, enrolled, signedIn } from './models/accounts.ts'
import { lectern } from './models/lectern.ts'
import { markdown } from './samples.ts'
import { expect, test as withModel } from './with-model.ts'

const QUESTION = 'What is the keeper of the lighthouse called?'
const ANSWER = 'The keeper of the lighthouse is called Imke.'
const UNREAD = /1 document was still being read\./

/** The real server; its embedding model reads a document when a test says so. */
const test = withModel.extend({
  environment: [
    ({ modelServer: { endpoint } }, use) =>
      use({ EMBEDDINGS_BASE_URL: endpoint.baseUrl, EMBEDDINGS_MODEL: endpoint.model }),
    { scope: 'worker' },
  ],
})

test('[ux 4] [issue 36.7] who asks while documents are read waits for the answer, in Chat, the Playground and the public page', async ({
  page,
  server,
  model,
}) => {
  const log = page.getByRole('log', { name: 'Conversation' })

  const asks = async (address: (assistant: string) => string) => {
    const { tokens, organizationId } = await enrolled(page, server.url, 'Northwind Light')
    const client = clientOf(server.url, tokens)
    const { id } = await client.knowledgeBase(organizationId)
    const assistant = await publicAssistant(client, organizationId, [id])
    await page.goto(address(assistant))
    const field = page.getByLabel('Your question')
    await expect(field).toBeVisible()
    const release = model.holdDocument(ANSWER)
    await client.upload(id, [{ name: 'keeper.txt', content: ANSWER }])
    await field.fill(QUESTION)
    await field.press('Enter')
    await expect(log).toContainText('still being read')
    await expect(page.getByText(UNREAD)).toBeVisible()
    await page.getByRole('button', { name: 'Wait for the answer' }).click()
    await expect(log).toContainText('The answer will follow.')
    release()
    await expect(log).toContainText('Imke')
    await expect(page.getByText(UNREAD)).toBeHidden()
  }
  await test.step('in the Playground', () => asks((assistant) => `/integrations/${assistant}`))
  await test.step('in Chat', () => asks((assistant) => `/chat?assistant=${assistant}`))
  await test.step('as a visitor', () => asks((assistant) => `/share/integration/${assistant}`))
})

test('the stages of reading arrive live', async ({ page, server, model }) => {
  const user = lectern(page)
  await signedIn(page, server.url, 'Northwind Boots')
  await user.createKnowledgeBase('Returns and repairs')
  const release = model.holdDocument('Boots want care')
  await user.addDocuments(markdown('handbook.md', '# Handbook\n\nBoots want care.'))
  await expect(user.document('handbook.md')).toContainText('Embedding')
  release()
  await user.documentIsReady('handbook.md')
})
