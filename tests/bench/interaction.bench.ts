import { median, report } from './report.ts'
import { conversationLists, openApp, scriptConversation } from './scripted-conversation.ts'

const CPU_SLOWDOWN = 4
const ROUNDS = 5
const MESSAGES = 500
const NAMES = 5_000
const SCREENS = 200
const WARM_SCREENS = 20
const STREAM_EVERY = 40 // ms
const TYPED = 'How long does it take to have boots resoled?'
const MEBIBYTE = 1024 * 1024

const { page, person, integration, devtools, close } = await openApp(
  'Northwind Boots',
  '--js-flags=--expose-gc',
)

/** Notes how long each interaction took until the next paint. As text: it must not be rewritten on its way. */
await page.addInitScript(`
  window.slowest = 0
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) window.slowest = Math.max(window.slowest, duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
`)
/** The slowest interaction of some steps on a slow phone, in ms; 0 is less than 16. */
const slowest = async (steps: () => Promise<unknown>) => {
  await page.evaluate('window.slowest = 0')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await steps()
  // Durations are told after the paint that ends them.
  await page.waitForTimeout(500)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return Number(await page.evaluate('window.slowest'))
}
/** `prepare` is what comes before each round, and is not measured. */
const inRounds = async (
  name: string,
  steps: (round: number) => Promise<unknown>,
  prepare?: () => Promise<unknown>,
) => {
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await prepare?.()
    took.push(await slowest(() => steps(round)))
  }
  report(`${name}: to the next paint`, median(took), 'ms')
  report(`${name}: the slowest of ${ROUNDS}`, Math.max(...took), 'ms')
}

async function measure() {
  await person.post('organizations', { name: 'Southwind Shoes' })
  await page.reload()

  const switchTo = async (name: string) => {
    await page.getByRole('button', { name: /^Organization: / }).click()
    await page.getByRole('option', { name }).click()
    await page.getByRole('button', { name: `Organization: ${name}` }).waitFor()
  }
  const names = ['Northwind Boots', 'Southwind Shoes']
  await inRounds('switch of organization', async (round) => {
    await switchTo(names[(round + 1) % 2] ?? '')
  })
  // An odd number of rounds ends elsewhere.
  if (ROUNDS % 2 === 1) await switchTo('Northwind Boots')

  const conversation = await scriptConversation(page, integration.id, MESSAGES)
  await page.route(`**/api/v1/integrations/${integration.id}`, async (route) => {
    const found = await (await route.fetch()).json()
    await route.fulfill({ json: { ...found, counts: { ...found.counts, questions: MESSAGES / 2 } } })
  })

  const listed = page.getByRole('list', { name: 'Conversations' }).getByRole('link').first()
  await inRounds(
    `open a conversation of ${MESSAGES} messages`,
    async () => {
      await listed.click()
      await conversation.last.waitFor()
    },
    async () => {
      await page.goto(`/integrations/${integration.id}/history`)
      await listed.waitFor()
      await page.waitForLoadState('networkidle')
    },
  )

  await conversation.open()
  await conversation.ask()
  const stream = setInterval(() => conversation.stream('word after word '), STREAM_EVERY)
  await inRounds('type while an answer streams', async () => {
    const field = page.getByLabel('Your question')
    await field.fill('')
    await field.pressSequentially(TYPED, { delay: 30 })
  })
  clearInterval(stream)

  await page.unroute(conversationLists)
  await page.route('**/api/v1/**/integrations', (route) =>
    route.fulfill({
      json: Array.from({ length: NAMES }, (_, n) => ({
        ...integration,
        id: `i${n}`,
        organization_id: person.organizationId,
        name: `Assistant ${n} of the ${n % 7 === 0 ? 'shop' : 'workshop'}`,
      })),
    }),
  )
  // A page without a list of them: what is measured is the palette.
  await page.goto('/profile')
  await page.getByRole('button', { name: /^Organization: / }).waitFor()
  await page.waitForLoadState('networkidle')
  await inRounds(`open the palette with ${NAMES} names, and type`, async () => {
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox').last()
    await field.waitFor()
    await field.pressSequentially('workshop', { delay: 60 })
    await page.keyboard.press('Escape')
  })
  await page.unroute('**/api/v1/**/integrations')

  const menu = page.getByRole('navigation', { name: 'Main' })
  const heap = async () => {
    await page.evaluate('gc()')
    return Number(await page.evaluate('performance.memory.usedJSHeapSize'))
  }
  const wander = async (from: number, to: number) => {
    const links = ['Chat', 'Conversations', 'Usage', 'Source Analytics', 'Integrations', 'Knowledge Bases']
    for (let screen = from; screen < to; screen += 1) {
      const name = links[screen % links.length] ?? ''
      await menu.getByRole('link', { name, exact: true }).click()
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    }
  }
  await page.goto('/')
  await wander(0, WARM_SCREENS)
  const before = await heap()
  await wander(WARM_SCREENS, SCREENS)
  report(`memory after ${SCREENS} screens`, (await heap()) / MEBIBYTE, 'MiB', {
    name: `after ${WARM_SCREENS}`,
    value: before / MEBIBYTE,
  })
}

// What fails ends the server as well: it would hold on to this process's output.
try {
  await measure()
} finally {
  await close()
}
