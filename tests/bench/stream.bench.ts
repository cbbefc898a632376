import { median, report } from './report.ts'
import { openApp, scriptConversation } from './scripted-conversation.ts'

const MESSAGES = 2_000
const CHUNKS = 300
const STEPS = 100

const p95 = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN

const { page, integration, devtools, close } = await openApp('Bench')
const conversation = await scriptConversation(page, integration.id, MESSAGES)
await conversation.open()

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

await conversation.ask()
const streamed = await work(CHUNKS, (round) =>
  conversation.stream(`word${round} ${round % 25 === 24 ? '\n\n' : ''}`),
)
await page.getByText(`word${CHUNKS - 1}`).waitFor()
report('a chunk of 300, median', median(streamed) - idle, 'ms')
report('a chunk of 300, p95', p95(streamed) - idle, 'ms')
await close()
