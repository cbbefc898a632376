import type { Locator, Page } from '@playwright/test'
import type { AnyEventObject } from 'xstate'
import { sessionMachine } from '../../../src/machines/session/session.machine.ts'
import {
  REFRESH_TIMEOUT,
  type RefreshFailure,
  type Tokens,
} from '../../../src/machines/session/session.types.ts'
import type { Reply } from '../../harness/scripted-server.ts'
import { jwt } from '../../harness/session-world.ts'
import { organization } from '../../machines/samples.ts'
import { agreed, MINUTE, SECOND, sessionModel } from '../../machines/session.model.ts'
import { expect } from '../gateway.ts'
import { storeTokens } from '../models/accounts.ts'
import { newPerson } from '../models/lectern.ts'
import { changeSession } from './other-tab.ts'
import { type ScriptedSockets, scriptSockets } from './scripted-sockets.ts'
import { type Network, type Stage, walkInBrowser } from './walk.ts'

const LIST = 'GET /api/v1/organizations'
const REFRESH = 'POST /api/v1/refresh'
const LOG_IN = 'POST /api/v1/login'
const HELD = [LIST, REFRESH, LOG_IN]
/** Pairs in one walk. */
const GENERATIONS = 4
/** When every walk begins. */
const START = Date.UTC(2027, 0, 1)
/** For what is drawn with the next frames; nothing against the delays of the machine, in ms. */
const MOMENT = 20
/** Longer than another pair is looked for between two looks, shorter than every delay of the machine, in ms. */
const SPAN = 600

const lines = new WeakMap<Page, ScriptedSockets>()
/** The last pair of each name in the model. */
const issued = new WeakMap<Page, Map<string, Pair>>()

const seconds = (ms: number) => Math.floor(ms / 1000)
const timeOf = (page: Page) => page.evaluate(() => Date.now())

/** The clock stands still unless something is to be drawn. */
const drawn = (page: Page, check: () => Promise<void>) =>
  expect(async () => {
    await page.clock.runFor(MOMENT)
    await check()
  }).toPass({ intervals: [MOMENT] })

const isShown = (page: Page, element: Locator) =>
  drawn(page, async () => expect(await element.isVisible()).toBe(true))

/** A pair of the model, whose times are ms from the start, as the server issues it at `now`. */
function issue(page: Page, { access, subject, expiresAt, refreshExpiresAt }: Tokens, now: number) {
  const claims = { sub: subject, iat: seconds(now) }
  const pair = {
    access_token: jwt({ ...claims, exp: seconds(START + (expiresAt ?? 0)) }),
    refresh_token: jwt({ ...claims, exp: seconds(START + (refreshExpiresAt ?? 0)) }),
    token_type: 'bearer',
  }
  issued.get(page)?.set(access, pair)
  return pair
}
type Pair = ReturnType<typeof issue>

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

/** Another tab signs in or out, or renews the pair; the same pair once more is a late notice of it. */
async function changeElsewhere(stage: Stage, pair: Pair | null) {
  if (pair === null || pair.access_token !== (await stored(stage.page))) return changeSession(stage, pair)
  await stage.page.evaluate(() => void dispatchEvent(new StorageEvent('storage', { key: 'token' })))
}

const happen = (page: Page, sign: 'online' | 'focus') =>
  page.evaluate((type) => void dispatchEvent(new Event(type)), sign)

const listed: Reply = { body: [organization('a')] }
const shell = (page: Page) => page.getByRole('button', { name: 'Your account' })

/** At once, or after the time to the next try, or for which another pair is looked for. */
async function isRenewing(page: Page, network: Network) {
  await expect(async () => {
    if (!network.has(REFRESH)) await page.clock.runFor(SPAN)
    expect(network.has(REFRESH)).toBe(true)
  }).toPass({ intervals: [MOMENT] })
  await network.await(1, REFRESH)
}

/** A refusal is doubted for a while. */
const isRenewed = (page: Page) =>
  drawn(page, async () =>
    expect(await page.evaluate(async () => (await navigator.locks.query()).held?.length)).toBe(0),
  )

/** A request that carries the present token is on its way. */
async function ask(page: Page, network: Network) {
  if (network.has(LIST)) await network.answer(listed, LIST)
  // Told while the last answer is still being read, it is no news.
  await expect(async () => {
    await lines.get(page)?.say({ type: 'organization_update', data: { id: 'a' } })
    expect(network.has(LIST)).toBe(true)
  }).toPass()
}

const DOUBTED = 'only where the upgrade of a socket is refused; tests/services/live'
const UNAUTHORIZED: Reply = { status: 401, body: { detail: 'No.', code: 'unauthorized' } }

function refusal({ refused, retryAfter }: RefreshFailure): Reply {
  if (refused) return UNAUTHORIZED
  return retryAfter === null
    ? { fault: 'reset' }
    : { status: 429, headers: { 'retry-after': String(retryAfter) } }
}

/** The pair of this name; one that is met for the first time was issued when the model's clock began. */
const pairOf = (page: Page, tokens: Tokens) =>
  issued.get(page)?.get(tokens.access) ?? issue(page, tokens, START)

/** [S4.6] [S4.7] [S4.9] [S4.10] [S4.11] [S6.1] [S9.2] */
walkInBrowser({
  machine: sessionMachine,
  model: {
    ...sessionModel,
    events: (snapshot) => {
      const { generation, epoch, now, tokens } = snapshot.context
      const isFresh = snapshot.matches({ signedIn: 'fresh' })
      const isUsable = snapshot.matches({ signedIn: { waiting: 'usable' } })
      if (generation >= GENERATIONS || snapshot.matches('loading')) return []
      // Nothing that went with the first pair is refused before the second is there: it is still on its way then.
      const mayRefuse = (isFresh && now > 0) || (isUsable && epoch > 0)
      const hasOlder = isFresh && epoch === 0 && generation === 2
      const events: AnyEventObject[] = sessionModel
        .events(snapshot)
        .map((event) => ({ ...event, isOlder: event.generation < generation }))
      return events.filter((event) => {
        switch (event.type) {
          case 'session.started':
            return now < 10 * MINUTE && snapshot.matches('signedOut')
          case 'signOut.requested':
          case 'organizations.unreadable':
            return isFresh
          case 'http.unauthorized':
            return event.isOlder ? hasOlder : mayRefuse
          case 'http.unauthorizedAgain':
            return !event.isOlder && hasOlder
          // The session's clock does not run backward.
          case 'clock.tick':
            return event.now >= now
          // A notice of what is gone already.
          case 'peer.tokensChanged':
            return event.tokens !== null || tokens !== null
          default:
            return true
        }
      })
    },
    // No server issues what has expired.
    answers: (snapshot) => {
      const { refreshTokens = [], ...others } = sessionModel.answers?.(snapshot) ?? {}
      const { now } = snapshot.context
      return {
        ...others,
        refreshTokens: refreshTokens.filter(
          (answer) => answer !== agreed && (answer !== SECOND || now < (SECOND.expiresAt ?? 0)),
        ),
      }
    },
    key: (snapshot) => [
      sessionModel.key(snapshot),
      snapshot.context.epoch === 0,
      Math.min(snapshot.context.generation, GENERATIONS),
    ],
  },
  holds: ({ method, path }) => HELD.includes(`${method} ${path}`),
  movesClock: true,
  open: async ({ page }) => {
    issued.set(page, new Map())
    lines.set(page, await scriptSockets(page, /\/api\/ws\/organizations\/[^/]+\?/))
    await page.route(
      ({ pathname }) => /^\/api\/v1\/(?!(refresh|login|organizations)$)/.test(pathname),
      (route) => route.fulfill({ json: [] }),
    )
    await page.clock.install({ time: START })
    await page.goto('/config.js')
    await page.clock.setSystemTime(START)
    await page.clock.pauseAt(START + MINUTE / 2)
    await page.evaluate(() => localStorage.clear())
  },
  does: {
    'xstate.done.actor.loadTokens': async ({ page }, { output }) => {
      if (output !== null) await storeTokens(page, pairOf(page, output))
      await page.goto('/integrations')
    },
    'session.started': async ({ page, network }, { tokens }) => {
      const { email, password } = newPerson()
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Log in' }).click()
      await network.answer({ body: issue(page, tokens, await timeOf(page)) }, LOG_IN)
    },
    'signOut.requested': async ({ page }) => {
      const logOut = page.getByRole('menuitem', { name: 'Log out' })
      await shell(page).click()
      await isShown(page, logOut)
      await logOut.click()
    },
    'organizations.unreadable': ({ network }) => network.answer({ body: 'organizations' }, LIST),
    'clock.tick': async ({ page }, { now }) => {
      await page.clock.setSystemTime(START + now)
      await happen(page, 'focus')
    },
    'network.online': ({ page }) => happen(page, 'online'),
    'http.unauthorized': async ({ page, network }, { isOlder }) => {
      if (!isOlder) await ask(page, network)
      await network.answer(UNAUTHORIZED, LIST)
    },
    // What was sent before the last pair came is repeated with it.
    'http.unauthorizedAgain': ({ page, network }) =>
      drawn(page, async () => {
        if (network.has(LIST)) await network.answer(UNAUTHORIZED, LIST)
        expect(await stored(page)).toBeNull()
      }),
    'peer.tokensChanged': (stage, { tokens }) => changeElsewhere(stage, tokens && pairOf(stage.page, tokens)),
    'xstate.done.actor.refreshTokens': async ({ page, network }, { output }) => {
      await network.answer({ body: issue(page, output, await timeOf(page)) }, REFRESH)
      await isRenewed(page)
    },
    'xstate.error.actor.refreshTokens': async ({ page, network }, { error }) => {
      await network.answer(refusal(error), REFRESH)
      await isRenewed(page)
    },
    'xstate.after.refreshTimeout.session.signedIn.refreshing': ({ page }) =>
      page.clock.runFor(REFRESH_TIMEOUT),
    'xstate.after.retryDelay.session.signedIn.waiting': ({ page, network }) => isRenewing(page, network),
  },
  sees: {
    'session.signedOut': async ({ page, network }) => {
      await isShown(page, page.getByRole('heading', { name: 'Welcome back.' }))
      expect(await stored(page)).toBeNull()
      await network.await(0)
    },
    'session.signedOut.expired': ({ page }) =>
      isShown(page, page.getByText('Your session has expired. Please log in again.')),
    'session.signedIn': async ({ page }, { context }) => {
      const pair = pairOf(page, context.tokens!)
      await expect.poll(() => stored(page)).toBe(pair.access_token)
    },
    'session.signedIn.fresh': async ({ page, network }) => {
      await network.await(0, REFRESH)
      // Asked for twice where the page has asked early, and the clock has run past what counts as fresh.
      await drawn(page, async () => {
        const isReady = await shell(page).isVisible()
        if (!isReady && network.has(LIST)) await network.answer(listed, LIST)
        expect(isReady).toBe(true)
      })
      if (!network.has(LIST)) await ask(page, network)
    },
    'session.signedIn.refreshing': ({ page, network }) => isRenewing(page, network),
    'session.signedIn.waiting': ({ network }) => network.await(0, REFRESH),
  },
  exceptions: {
    'session.signedIn | clock.measured | 0': 'the network of a walk tells no date; tests/services/session',
    'session.signedIn.fresh | token.doubted | 0': DOUBTED,
    'session.signedIn.refreshing | xstate.error.actor.refreshTokens | 0': DOUBTED,
    'session.signedIn.refreshing | xstate.after.refreshTimeout.session.signedIn.refreshing | 0': DOUBTED,
    'session.loading | xstate.error.actor.loadTokens | 0':
      'a storage that cannot be read counts as an empty one: reading it never fails',
  },
})
