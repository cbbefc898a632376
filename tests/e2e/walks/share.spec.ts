import type { Page } from '@playwright/test'
import { shareMachine } from '../../../src/machines/share/share.machine.ts'
import type { Reason } from '../../../src/machines/share/share.types.ts'
import { conversation, message } from '../../machines/samples.ts'
import { NOON, shareModel } from '../../machines/share.model.ts'
import { expect } from '../gateway.ts'
import { type Stage, walkInBrowser } from './walk.ts'

const ID = crypto.randomUUID()
const PAGE = `/api/v1/share/${ID}`
const SECOND = 1000
const DAY = 24 * 60 * 60 * SECOND

const clocked = new WeakSet<Page>()

/** Time stands still until a step lets it go on. */
async function stopTime(page: Page) {
  if (clocked.has(page)) return
  clocked.add(page)
  await page.clock.install({ time: NOON })
}

/** What the model says of the page, with a day that ends after the browser's now. */
async function pageAt({ page }: Stage, output: { budget: object }) {
  const now = await page.evaluate(() => Date.now())
  return { ...output, budget: { ...output.budget, resets_at: new Date(now + DAY / 2).toISOString() } }
}

const ask = async ({ page, network }: Stage) => {
  const isNew = await page.evaluate((key) => localStorage.getItem(key) === null, `visitor:${ID}`)
  await page.getByLabel('Your question').fill('How long can I return boots?')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  if (isNew) await network.answer({ status: 201, body: { token: 'visitor' } }, `POST ${PAGE}/visitors`)
}

const REFUSALS: Readonly<Record<Reason, readonly [number, string]>> = {
  pace: [429, 'rate_limited'],
  visitor_limit: [429, 'visitor_limit'],
  paused: [403, 'paused'],
  expired: [403, 'expired'],
  over_budget: [403, 'over_budget'],
  gone: [404, 'not_found'],
}

const pausedFor =
  (text: string) =>
  async ({ page }: Stage) => {
    await expect(page.getByText(text)).toBeVisible()
    await page.getByLabel('Your question').fill('And now?')
    await expect(page.getByRole('button', { name: 'Ask', exact: true })).toBeDisabled()
  }

/** [S2.8] */
walkInBrowser({
  machine: shareMachine,
  model: {
    ...shareModel,
    events: (snapshot) =>
      shareModel.events(snapshot).filter(({ type }) => {
        // Nothing is asked, so nothing refused or counted, while it cannot be.
        if (type === 'question.refused' || type === 'budget.changed')
          return snapshot.matches({ shown: 'ready' })
        return type !== 'retry.requested' || snapshot.can({ type })
      }),
  },
  holds: ({ path }) => path.startsWith(PAGE),
  movesClock: true,
  open: async ({ page }) => {
    await page.context().setOffline(false)
    await stopTime(page)
    await page.goto('/config.js')
    await page.evaluate(() => localStorage.clear())
    // What is told over the socket is the conversation's; here it is silent.
    await page.routeWebSocket('**/api/ws/share/**', () => {})
    await page.goto(`/share/integration/${ID}`)
  },
  does: {
    'xstate.done.actor.loadPage': async (stage, { output }) =>
      stage.network.answer({ body: await pageAt(stage, output) }, `GET ${PAGE}`),
    'xstate.error.actor.loadPage': async ({ network }, { error }) => {
      const isGone = error.status === 404
      const reply = isGone
        ? { status: 404, body: { detail: error.detail, code: 'not_found' } }
        : { status: 500 }
      await network.answer(reply, `GET ${PAGE}`)
      // The first answer was none to draw the page of: the client asks again, which knows what it means.
      await network.answer(reply, `GET ${PAGE}`)
    },
    'retry.requested': ({ page }) => page.getByRole('button', { name: /^(Try Again|Look again)$/ }).click(),
    'question.refused': async (stage, { reason }) => {
      const [status, code] = REFUSALS[reason as Reason]
      await ask(stage)
      await stage.network.answer(
        { status, body: { detail: 'Not now.', code }, headers: { 'retry-after': '30' } },
        `POST ${PAGE}/messages`,
      )
    },
    'budget.changed': async (stage, { budget }) => {
      const question = message('q1', { role: 'user', content: 'How long?', status: 'complete' })
      await ask(stage)
      await stage.network.answer(
        { status: 201, body: { conversation, question, answer: message('a1'), budget } },
        `POST ${PAGE}/messages`,
      )
      await stage.page.getByRole('button', { name: 'Stop' }).click()
      await stage.network.answer(
        { body: message('a1', { status: 'complete', content: 'Sixty days.' }) },
        `POST ${PAGE}/messages/a1/stop`,
      )
      await expect(stage.page.getByText(`You may ask ${budget.left} more today.`)).toBeVisible()
    },
    'clock.tick': ({ page }, { now }) =>
      now === NOON ? page.clock.runFor(SECOND) : page.clock.fastForward(DAY),
    'connection.lost': ({ page }) => page.context().setOffline(true),
    'connection.found': async ({ page }) => {
      await page.context().setOffline(true)
      await page.context().setOffline(false)
    },
  },
  sees: {
    'share.loading': ({ page }) => expect(page.getByLabel('Loading')).toBeVisible(),
    'share.notFound': ({ page }) =>
      expect(page.getByRole('heading', { name: 'There is no assistant here.' })).toBeVisible(),
    'share.unreachable': ({ page }, { context }) =>
      expect(page.getByRole('alert')).toContainText(context.error ?? ''),
    'share.shown': ({ page }) => expect(page.getByLabel('Your question')).toBeVisible(),
    'share.shown.ready': async ({ page }) => {
      await page.getByLabel('Your question').fill('How long?')
      await expect(page.getByRole('button', { name: 'Ask', exact: true })).toBeEnabled()
    },
    'share.shown.limited': pausedFor('That is all for now. You can ask again in'),
    'share.shown.paused': pausedFor('This assistant is paused.'),
    'share.shown.expired': pausedFor('This page has ended.'),
    'share.shown.overBudget': pausedFor('This assistant has answered all it may today.'),
    'share.shown.offline': pausedFor('You are offline.'),
  },
  exceptions: {
    'share | xstate.done.actor.loadAnswering | 0':
      'the code that answers comes with the first question; e2e/share.spec.ts asks one',
  },
})
