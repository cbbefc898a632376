import { chromium, type Page } from '@playwright/test'
import type { Message } from '../../src/services/contract/conversations.ts'
import { type registered, signedIn } from '../e2e/models/accounts.ts'
import { newDataDir, removeDataDir, startServer } from '../e2e/server.ts'
import { conversation, message } from '../machines/samples.ts'
import { median, report } from './report.ts'

const MESSAGES = 2_000
const CHUNKS = 300
const STEPS = 100
const TEXT = 'Goods may be **returned** within 30 days of delivery, unworn and in the original box. '

const p95 = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN

const history: Message[] = Array.from({ length: MESSAGES }, (_, place) =>
  place % 2 === 0
    ? message(`m${place}`, {
        role: 'user',
        content: `Question ${place / 2}?`,
        status: 'complete',
        mode: null,
      })
    : message(`m${place}`, { content: TEXT.repeat(1 + (place % 7)), status: 'complete' }),
)
const question = message('q', { role: 'user', content: 'And then?', status: 'complete' })
const answer = message('a')

/** The real app, with a conversation and a stream of our own behind it. */
const dataDir = await newDataDir()
const server = await startServer(dataDir)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const page: Page = await browser.newPage({
  baseURL: server.url,
  viewport: { width: 1280, height: 850 },
})
const person: Awaited<ReturnType<typeof registered>> = await signedIn(page, server.url, 'Bench')
const integration = await person.post(`organizations/${person.organizationId}/integrations`, {
  name: 'Bench',
  knowledge_base_ids: [],
})
const shown = { ...conversation, integration_id: integration.id, message_count: MESSAGES }
await page.route('**/conversations?**', (route) =>
  route.fulfill({ json: { items: [shown], total: 1, has_more: false } }),
)
await page.route('**/conversations/c1', (route) =>
  route.fulfill({ json: { conversation: shown, messages: history } }),
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
await page.goto(`/integrations/${integration.id}`)
await page.getByText(`Question ${MESSAGES / 2 - 1}?`).waitFor()

const devtools = await page.context().newCDPSession(page)
await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
const spent = async () => {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return 1_000 * (of('ScriptDuration') + of('LayoutDuration') + of('RecalcStyleDuration'))
}
const frame = () =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
/** What the page works for each of `rounds`, in ms of its thread: what else the machine does is not counted. */
const work = async (rounds: number, act: (round: number) => unknown) => {
  const costs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = await spent()
    await act(round)
    await frame()
    costs.push((await spent()) - before)
  }
  return costs
}

const idle = median(await work(STEPS, () => {}))
await page.mouse.move(700, 400)
const scrolled = await work(STEPS, () => page.mouse.wheel(0, -700))
const drawn = await page.getByRole('article').count()
report('scrolling 2,000 messages, a step, median', median(scrolled) - idle, 'ms')
report('scrolling 2,000 messages, a step, p95', p95(scrolled) - idle, 'ms')
report('exchanges drawn of 1,000', drawn, '')

await page.getByLabel('Your question').fill('And then?')
await page.getByRole('button', { name: 'Ask', exact: true }).click()
await page.getByRole('button', { name: 'Stop' }).waitFor()
let index = 0
const streamed = await work(CHUNKS, (round) => {
  const text = `word${round} ${round % 25 === 24 ? '\n\n' : ''}`
  say('token', { message_id: 'a', index, text })
  index += text.length
})
await page.getByText(`word${CHUNKS - 1}`).waitFor()
report('a chunk of 300, median', median(streamed) - idle, 'ms')
report('a chunk of 300, p95', p95(streamed) - idle, 'ms')
await browser.close()
await server.stop()
removeDataDir(dataDir)
