import { expect } from '../gateway.ts'
import { signedIn } from '../models/accounts.ts'
import { lectern } from '../models/lectern.ts'
import { repairPage, returnsPolicy } from '../samples.ts'
import { journey } from './journey.ts'

journey(
  {
    id: 'add-knowledge',
    title: 'Add knowledge',
    question: 'What happens to a file between dropping it and the first answer from it?',
    answer:
      'The file is sent while one may leave the page; the server reads it, cuts it into passages and tells each step over the socket. It is answered from when its row says Ready.',
    lanes: ['createKnowledgeBase', 'navigation', 'upload', 'knowledgeBase', 'socket'],
  },
  async ({ page, server, step }) => {
    const user = lectern(page)
    await signedIn(page, server, 'Northwind Boots')
    await step('Ada creates a knowledge base', () => user.createKnowledgeBase('Returns and repairs'))
    await step('She adds two files', async () => {
      await user.addDocuments(await returnsPolicy(), repairPage)
      await expect(user.document('Returns policy.pdf')).toBeVisible()
    })
    await step('They are read, and ready', async () => {
      await user.documentIsReady('Returns policy.pdf')
      await user.documentIsReady('Repair promise.html')
    })
  },
)

journey(
  {
    id: 'ask',
    title: 'Ask, and follow a citation',
    question: 'Where does an answer come from?',
    answer:
      'From passages of the knowledge bases alone. The answer streams over the conversation’s socket; each statement carries the number of its source, and a click opens the document at that passage.',
    lanes: ['createIntegration', 'navigation', 'conversation', 'socket', 'reader'],
  },
  async ({ page, server, step }) => {
    const user = lectern(page)
    await signedIn(page, server, 'Northwind Boots')
    await user.createKnowledgeBase('Returns and repairs')
    await user.addDocuments(await returnsPolicy())
    await user.documentIsReady('Returns policy.pdf')
    await step('Ada creates an assistant', () => user.createIntegration('Returns helper'))
    await step('She asks, and gets an answer with its sources', async () => {
      await user.ask('How many days do I have to return boots?')
      await expect(page.getByRole('log', { name: 'Conversation' })).toContainText(
        'within 30 days of delivery',
      )
      await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
    })
    await step('She opens the source', async () => {
      await page.getByRole('button', { name: 'Source 1: Returns policy.pdf' }).first().click()
      await expect(page.getByRole('dialog').locator('[data-cited] mark')).toContainText('30 days')
    })
  },
)

journey(
  {
    id: 'lose-connection',
    title: 'Lose the connection, and get it back',
    question: 'What do I miss while the connection is lost?',
    answer:
      'Nothing. The socket is opened again after a pause that grows, and what was missed meanwhile is read once it stands.',
    lanes: ['knowledgeBase', 'socket', 'connections', 'notifications'],
  },
  async ({ page, server, gateway, step }) => {
    const user = lectern(page)
    const { organizationId, post } = await signedIn(page, server, 'Northwind Boots')
    const open = () => gateway.dials.filter(({ closed }) => closed === null).length
    await step('Ada looks at a knowledge base', async () => {
      await user.createKnowledgeBase('Returns and repairs')
      // That of the organization, and its own.
      await expect.poll(open).toBe(2)
    })
    let refuses = true
    gateway.answer(({ path }) => (refuses && path.endsWith('/socket-token') ? { status: 503 } : null))
    await step('The connection is cut', async () => {
      gateway.cut()
      await expect.poll(open).toBe(0)
    })
    await step('Meanwhile somebody creates another knowledge base', () =>
      post(`organizations/${organizationId}/knowledge-bases`, { name: 'Care instructions' }),
    )
    refuses = false
    await step('The connection stands again', async () => {
      await expect.poll(open).toBeGreaterThan(0)
    })
    await step('What was missed is there', async () => {
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Knowledge Bases' })
        .click()
      await expect(page.getByText('Care instructions')).toBeVisible()
    })
  },
)
