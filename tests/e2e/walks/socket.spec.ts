import type { Page } from '@playwright/test'
import type { SnapshotFrom } from 'xstate'
import { socketMachine } from '../../../src/machines/socket/socket.machine.ts'
import {
  ANSWER_WITHIN,
  IDLE_AFTER,
  MESSAGES_PER_MINUTE,
  QUIET_AFTER,
  STABLE_AFTER,
} from '../../../src/machines/socket/socket.types.ts'
import { CLOSE } from '../../../src/services/contract/sockets.ts'
import { socketModel } from '../../machines/socket.model.ts'
import { expect } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import { type ScriptedSockets, scriptSockets } from './scripted-sockets.ts'
import { walkInBrowser } from './walk.ts'

type Snapshot = SnapshotFrom<typeof socketMachine>

const lines = new WeakMap<Page, ScriptedSockets>()
const main = (page: Page) => page.getByRole('main')
const PONG = { type: 'pong', data: {} }
const STEP = 500 // ms

const happen = (page: Page, sign: 'online' | 'offline') =>
  page.evaluate((type) => dispatchEvent(new Event(type)), sign)
const look = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

/** Time passes until the page dials again. */
async function dialAgain(page: Page) {
  const line = lines.get(page)!
  const before = line.dials()
  await expect(async () => {
    await page.clock.runFor(STEP)
    expect(line.dials()).toBeGreaterThan(before)
  }).toPass({ intervals: [1] })
}

const isAsking = (snapshot: Snapshot) =>
  snapshot.matches({ connected: { open: { heartbeat: 'awaitingReply' } } })

const mayHappen = (snapshot: Snapshot, type: string) => {
  if (type === 'socket.opened') return snapshot.matches({ connected: 'connecting' })
  if (type === 'socket.received') return snapshot.hasTag('live')
  if (type === 'message.submitted') return snapshot.hasTag('live') && !isAsking(snapshot)
  return true
}

const says =
  (text: string) =>
  async ({ page }: { page: Page }) =>
    expect(main(page)).toContainText(text)

/** [S4.21] [S7.32] [S8.14] [S8.15] [S9.6] The live connection of a knowledge base. */
walkInBrowser({
  machine: socketMachine,
  model: {
    ...socketModel,
    events: (snapshot) =>
      socketModel
        .events(snapshot)
        .filter(({ type }) => mayHappen(snapshot, type))
        // The model has room for one in a minute, the page for many.
        .map((event) => ({ ...event, isTooMuch: snapshot.context.sent.length > 0 })),
    // The shortest of them runs out first; a line that nobody uses is asked whether it is alive meanwhile.
    delays: (snapshot, type) => {
      if (!snapshot.hasTag('live')) return true
      if (snapshot.matches({ connected: { open: { stability: 'fresh' } } })) return type.includes('.stable.')
      return !isAsking(snapshot) || type.includes('.answer.')
    },
  },
  holds: () => false,
  movesClock: true,
  open: async ({ page, server }) => {
    await page.clock.install()
    await page.clock.resume()
    lines.set(page, await scriptSockets(page, /\/knowledge-bases\/[^/]+\?/, { held: true, silent: true }))
    const { post, organizationId } = await enrolled(page, server, 'Northwind Boots')
    const { id } = await post(`organizations/${organizationId}/knowledge-bases`, { name: 'Handbooks' })
    await page.goto(`/knowledge-bases/${id}`)
    await expect(page.getByText(/^No documents yet/)).toBeVisible()
    await lines.get(page)?.arrived()
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + STEP)
  },
  does: {
    'socket.opened': async ({ page }) => {
      const read = page.waitForRequest(/\/documents\/search/)
      await lines.get(page)?.letIn()
      await read
    },
    'socket.received': async ({ page }, { frame }) =>
      lines.get(page)?.say(frame.type === 'hello' ? PONG : { type: 'document_removed', data: { id: 'd0' } }),
    'socket.closed': async ({ page }, { code }) => {
      const line = lines.get(page)!
      const sent = code === CLOSE.abnormal ? CLOSE.goingAway : code
      await (line.isOpen() ? line.end(sent) : line.refuse(sent))
    },
    'message.submitted': async ({ page }, { isTooMuch }) => {
      for (let n = 1; isTooMuch && n < MESSAGES_PER_MINUTE; n += 1) {
        await look(page)
        await lines.get(page)?.say(PONG)
      }
      await look(page)
      if (!isTooMuch) return
      await page.clock.runFor(STEP)
      await expect(page.getByText('Message rate limit exceeded.').first()).toBeVisible()
    },
    'connection.wanted': async ({ page }) => void (await happen(page, 'online')),
    'connection.lost': async ({ page }) => {
      const line = lines.get(page)!
      await happen(page, 'offline')
      line.leave()
    },
    'page.used': async ({ page }) => {
      await page.clock.runFor(0)
      await main(page).getByRole('heading', { level: 1 }).click()
    },
    'xstate.after.stable.socket.connected.open.stability.fresh': ({ page }) =>
      page.clock.runFor(STABLE_AFTER),
    'xstate.after.quiet.socket.connected.open.heartbeat.listening': ({ page }) =>
      page.clock.runFor(QUIET_AFTER),
    'xstate.after.answer.socket.connected.open.heartbeat.awaitingReply': ({ page }) =>
      page.clock.runFor(ANSWER_WITHIN),
    'xstate.after.idle.socket.connected.open.activity.active': async ({ page }) => {
      const line = lines.get(page)!
      for (let passed = 0; passed < IDLE_AFTER && line.isOpen(); passed += QUIET_AFTER / 2) {
        await page.clock.runFor(QUIET_AFTER / 2)
        if (line.isOpen()) await line.say(PONG)
      }
    },
    'xstate.after.backoff.socket.waiting': ({ page }) => dialAgain(page),
    'xstate.after.rateLimit.socket.rateLimited': ({ page }) => dialAgain(page),
  },
  sees: {
    'socket.waiting': says('Reconnecting…'),
    'socket.offline': says('You are offline.'),
    'socket.rateLimited': says('Live updates are paused for a minute.'),
    'socket.givenUp': says('Live updates are off.'),
    'socket.stopped': says('Live updates have ended.'),
    'socket.idle': async ({ page }) => expect.poll(() => lines.get(page)?.isOpen()).toBe(false),
    'socket.connected.open': async ({ page }) => expect(main(page)).not.toContainText('Reconnecting…'),
  },
  exceptions: {
    'socket.connected.open.heartbeat.awaitingReply | xstate.after.answer.socket.connected.open.heartbeat.awaitingReply | 1':
      'a line falls silent ten seconds after it was asked at the earliest; after five it has proven itself, and every attempt is left',
  },
})
