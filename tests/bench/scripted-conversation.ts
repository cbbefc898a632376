import type { Page } from '@playwright/test'
import type { Message } from '../../src/services/contract/conversations.ts'
import { signedIn } from '../e2e/models/accounts.ts'
import { newDataDir, removeDataDir, startServer } from '../e2e/server.ts'
import { launchChromium } from '../harness/browser.ts'
import { conversation, message } from '../machines/samples.ts'

const TEXT = 'Goods may be **returned** within 30 days of delivery, unworn and in the original box. '

/** Whatever is asked of them: a question mark is no wildcard of a pattern. */
export const conversationLists = ({ pathname }: URL) => pathname.endsWith('/conversations')

/** The real app with somebody who has an assistant. */
export async function openApp(organization: string, ...flags: string[]) {
  const dataDir = await newDataDir()
  const server = await startServer(dataDir)
  const browser = await launchChromium(...flags)
  const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1280, height: 850 } })
  const person = await signedIn(page, server.url, organization)
  const integration = await person.post(`organizations/${person.organizationId}/integrations`, {
    name: 'Bench',
    knowledge_base_ids: [],
  })
  return {
    page,
    person,
    integration,
    devtools: await page.context().newCDPSession(page),
    async close() {
      await browser.close()
      await server.stop()
      removeDataDir(dataDir)
    },
  }
}

/** Puts a long conversation of our own behind the app, and a stream that answers what is asked in it. */
export async function scriptConversation(page: Page, integrationId: string, length: number) {
  const messages = Array.from(
    { length },
    (_, place): Message =>
      place % 2 === 0
        ? message(`m${place}`, {
            role: 'user',
            content: `Question ${place / 2}?`,
            status: 'complete',
            mode: null,
          })
        : message(`m${place}`, { content: TEXT.repeat(1 + (place % 7)), status: 'complete' }),
  )
  const shown = { ...conversation, integration_id: integrationId, message_count: length }
  const question = message('q', { role: 'user', content: 'And then?', status: 'complete' })
  const answer = message('a')
  await page.route(conversationLists, (route) =>
    route.fulfill({ json: { items: [shown], total: 1, has_more: false } }),
  )
  await page.route('**/conversations/c1', (route) =>
    route.fulfill({ json: { conversation: shown, messages } }),
  )
  await page.route('**/messages', (route) =>
    route.fulfill({ status: 201, json: { conversation: shown, question, answer } }),
  )
  await page.route('**/messages/a', (route) => route.fulfill({ json: answer }))
  let seq = 0
  let say: (type: string, data: unknown) => void = () => {}
  await page.routeWebSocket(/\/api\/ws\/integrations\//, (socket) => {
    say = (type, data) => {
      seq += 1
      socket.send(JSON.stringify({ type, data, id: `f${seq}`, seq, ts: new Date(0).toISOString(), v: 1 }))
    }
    say('hello', { connection_id: 'bench', heartbeat_s: 25 })
  })
  const last = page.getByText(`Question ${length / 2 - 1}?`)
  let index = 0
  return {
    /** The last question of the conversation. */
    last,
    async open() {
      await page.goto(`/integrations/${integrationId}`)
      await last.waitFor()
    },
    /** Resolves once the answer may arrive. */
    async ask() {
      await page.getByLabel('Your question').fill('And then?')
      await page.getByRole('button', { name: 'Ask', exact: true }).click()
      await page.getByRole('button', { name: 'Stop' }).waitFor()
    },
    /** The next words of the answer. */
    stream(text: string) {
      say('token', { message_id: 'a', index, text })
      index += text.length
    },
  }
}
