import type { Page } from '@playwright/test'
import type { AnyEventObject, SnapshotFrom } from 'xstate'
import { navigationMachine } from '../../../src/machines/navigation/navigation.machine.ts'
import type { NavigationContext } from '../../../src/machines/navigation/navigation.types.ts'
import { match } from '../../../src/machines/navigation/routes.ts'
import { routes } from '../../../src/ui/routes.ts'
import { ASKER, navigationModel } from '../../machines/navigation.model.ts'
import { chunkWith } from '../built.ts'
import { expect } from '../gateway.ts'
import { registered, storeTokens, type Tokens } from '../models/accounts.ts'
import { lectern } from '../models/lectern.ts'
import { leave, leaving, stay } from './leaving.ts'
import { changeSession } from './other-tab.ts'
import { type Stage, walkInBrowser } from './walk.ts'

type Snapshot = SnapshotFrom<typeof navigationMachine>

/** In the model's addresses; the browser has a real one. */
const ID = 'a1'
const NAME = 'Returns helper'
const LIST = '/integrations'
const SETTINGS = `${LIST}/${ID}/settings`
/** What was fetched once is not fetched again: this screen never comes, so the way to it can be gone often. */
const SLOW = `${LIST}/${ID}`
const SEARCH = `${LIST}/${ID}/search`

/** Of the page itself, and of the slow screen; only known once the app is built. */
const scriptOf = (module: string) => `GET /${chunkWith(module).file}`
const entry = () => scriptOf('src/main.tsx')
const slowScreen = () => scriptOf('src/compose/playground.tsx')

/** Whoever plays, and what the browser knows by another name. */
interface Play {
  readonly tokens: Tokens
  readonly id: string
  readonly otherOrganization: string
  /** The app's own script was let through: from then on the session is changed in another tab. */
  isStarted: boolean
  /** The other organization was picked, and waits to be opened. */
  isSwitching: boolean
}
const plays = new WeakMap<Page, Play>()
const playOf = ({ page }: Stage) => plays.get(page)!

const addressOf = (stage: Stage, path: string) => path.replace(ID, playOf(stage).id)
const link = (stage: Stage, path: string) =>
  stage.page
    .locator(`a[href="${addressOf(stage, path)}"]`)
    .filter({ visible: true })
    .first()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const isDrawn = async (page: Page) => (await page.locator('#root > *').count()) > 0
/** Whether the browser would ask before the tab is closed. */
const isUnloadHeld = (page: Page) =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))

const isSlow = ({ routes: all, target }: NavigationContext) =>
  match(all, target.path).route.id === 'playground'
/** Its organization was left while it was asked about: with the form the question is gone at once. */
const isOver = ({ target: { how, path } }: NavigationContext) => how === 'push' && path === LIST

const BACK = { type: 'history.moved', path: LIST, index: 0 }
const OTHER_ORGANIZATION = { type: 'organization.left' }
const ASKED = { type: 'leaving.requested', asker: ASKER }
const requested = (path: string) => ({ type: 'navigation.requested', path, replace: false })

/** What can happen where we are: links that are there, and a history of the list and an assistant's Settings. */
function eventsIn(snapshot: Snapshot): readonly AnyEventObject[] {
  const { context } = snapshot
  const { current, target } = context
  if (snapshot.matches('waiting'))
    return [
      { type: 'visitor.changed', visitor: { signedIn: true, reason: 'none' } },
      { type: 'visitor.changed', visitor: { signedIn: false, reason: 'none' } },
    ]
  if (snapshot.matches({ going: 'failed' })) return [{ type: 'retry.requested' }]
  if (snapshot.matches('going')) return isSlow(context) ? [requested(LIST), BACK, OTHER_ORGANIZATION] : []
  const answers = ['leaving.confirmed', 'leaving.canceled', 'changes.finished'].map((type) => ({ type }))
  if (snapshot.matches({ blocked: 'otherwise' })) return [...answers, BACK]
  if (snapshot.matches('blocked')) {
    if (isOver(context)) return [{ type: 'changes.finished' }]
    return target.how === 'push' ? [...answers, BACK, OTHER_ORGANIZATION] : [...answers, ASKED]
  }
  if (snapshot.matches({ settled: 'unsaved' }))
    return [
      { type: 'changes.finished' },
      ASKED,
      requested(SLOW),
      BACK,
      { type: 'history.moved', path: SETTINGS, index: 1 },
      OTHER_ORGANIZATION,
    ]
  if (current?.path === SETTINGS)
    return [
      { type: 'visitor.changed', visitor: { signedIn: false, reason: 'none' } },
      { type: 'changes.started' },
      ASKED,
      { type: 'screen.named', name: NAME },
      { type: 'link.approached', path: SEARCH },
      requested(SLOW),
      BACK,
      OTHER_ORGANIZATION,
    ]
  if (current?.path === LIST)
    return [requested(LIST), { type: 'history.moved', path: `${LIST}#top`, index: current.index + 1 }]
  return []
}

/** A question stops nobody from searching for the other organization. */
async function pickOrganization({ page }: Stage) {
  if (!(await leaving(page).isVisible())) return lectern(page).switchTo('Begonia')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Switch to Begonia')
  await page.keyboard.press('Enter')
}

/** Where something is not saved, it is given up. */
async function beginSwitch(stage: Stage) {
  await pickOrganization(stage)
  if (await isUnloadHeld(stage.page)) await leave(stage.page)
  playOf(stage).isSwitching = true
}

/** Who leaves while it is being saved may see it saved before they have answered. */
async function saveOnLeaving({ page }: Stage) {
  if (!(await isUnloadHeld(page)) || (await leaving(page).isVisible())) return
  const saving = page.getByText('Saving…')
  if (!(await saving.isVisible())) await button(page, 'Save changes').click()
  await expect(saving).toBeVisible()
}

const saved = (stage: Stage) => stage.network.answer(null, `PATCH /api/v1/integrations/${playOf(stage).id}`)

/** [S2.3] [S2.10] [S2.34] [S4.8] [S6.1] */
walkInBrowser({
  machine: navigationMachine,
  model: {
    ...navigationModel,
    input: { routes, path: SETTINGS, index: 1, pendingResetToken: 'T1' },
    events: eventsIn,
    answers: ({ context }) => ({ loadScreen: [isSlow(context) ? new Error('chunk') : undefined] }),
  },
  holds: ({ method, path }) =>
    [entry(), slowScreen()].includes(`${method} ${path}`) ||
    (method === 'PATCH' && path.startsWith('/api/v1/integrations/')) ||
    (method === 'GET' && /^\/api\/v1\/organizations\/[^/]+$/.test(path)),
  open: async ({ page, server }) => {
    const { tokens, organizationId, post } = await registered(server, 'Aster')
    const { id } = await post(`organizations/${organizationId}/integrations`, { name: NAME })
    const other = await post('organizations', { name: 'Begonia' })
    plays.set(page, { tokens, id, otherOrganization: other.id, isStarted: false, isSwitching: false })
    // Whoever listens to requests has none answered by the browser's own cache.
    await page.route(/\/assets\//, (route) => route.continue())
    await page.goto('/config.js')
    await page.evaluate(
      ({ list, settings, organization }) => {
        localStorage.clear()
        localStorage.setItem('currentOrganization', organization)
        sessionStorage.clear()
        sessionStorage.setItem('pendingResetToken', 'T1')
        history.replaceState({ index: 0 }, '', list)
        history.pushState({ index: 1 }, '', settings)
      },
      { list: LIST, settings: SETTINGS.replace(ID, id), organization: organizationId },
    )
    await page.reload({ waitUntil: 'commit' })
  },
  does: {
    'visitor.changed': async (stage, { visitor }) => {
      const play = playOf(stage)
      if (play.isStarted) return changeSession(stage, visitor.signedIn ? play.tokens : null)
      play.isStarted = true
      if (visitor.signedIn) await storeTokens(stage.page, play.tokens)
      await stage.network.answer(null, entry())
    },
    'navigation.requested': async (stage, { path }) => {
      await saveOnLeaving(stage)
      if ((await isUnloadHeld(stage.page)) && !playOf(stage).isSwitching) await beginSwitch(stage)
      await link(stage, path).click()
    },
    'history.moved': async (stage, { path }) => {
      const { page } = stage
      if (path.endsWith('#top'))
        return page.evaluate(() => {
          location.hash = 'top'
        })
      await saveOnLeaving(stage)
      await page.goBack()
      if (path === LIST) return
      // Who stays comes back to where they were: that is the move.
      await stay(page)
    },
    'organization.left': async (stage) => {
      const play = playOf(stage)
      if (!play.isSwitching) await beginSwitch(stage)
      play.isSwitching = false
      await stage.network.answer(null, `GET /api/v1/organizations/${play.otherOrganization}`)
    },
    'link.approached': async (stage, { path }) => {
      const fetched = stage.page.waitForRequest(/\/assets\/search-/)
      await link(stage, path).hover()
      await fetched
    },
    'retry.requested': ({ page }) => button(page, 'Try Again').click(),
    'screen.named': ({ page }, { name }) => expect(page).toHaveTitle(`Settings · ${name} · Lectern`),
    'changes.started': ({ page }) => page.getByLabel('Description').fill(`Hello ${crypto.randomUUID()}`),
    'changes.finished': async (stage) => {
      const discard = button(stage.page, 'Discard')
      if (await discard.isVisible()) await discard.click()
      // Else it is gone with its organization.
      else if (await isUnloadHeld(stage.page)) await saved(stage)
    },
    'leaving.requested': async (stage) => {
      await saveOnLeaving(stage)
      await pickOrganization(stage)
      playOf(stage).isSwitching = !(await isUnloadHeld(stage.page))
    },
    'leaving.confirmed': async (stage) => {
      await leave(stage.page)
      playOf(stage).isSwitching = true
    },
    'leaving.canceled': ({ page }) => stay(page),
    // Nothing holds back what the other screens are made of.
    'xstate.done.actor.loadScreen': async () => {},
    'xstate.error.actor.loadScreen': ({ network }) => network.answer({ status: 503 }, slowScreen()),
  },
  sees: {
    navigation: ({ page }, { context }) =>
      expect
        .poll(() => page.evaluate(() => sessionStorage.getItem('pendingResetToken')))
        .toBe(context.pendingResetToken),
    'navigation.waiting': async ({ page }) => expect(await isDrawn(page)).toBe(false),
    'navigation.going.loading': async ({ page }, { context }) => {
      if (isSlow(context))
        await expect(page.getByRole('heading', { name: /^(Profile|Settings)$/, level: 1 })).toBeVisible()
    },
    'navigation.going.failed': ({ page }) =>
      expect(page.getByText('The page could not be fetched.')).toBeVisible(),
    'navigation.settled': async (stage, { context: { current } }) => {
      const { page } = stage
      await expect(page).toHaveURL(addressOf(stage, current?.path ?? ''))
      await expect(page).toHaveTitle(new RegExp(`^${current?.route.title} · `))
      await expect.poll(() => page.evaluate(() => history.state.index)).toBe(current?.index)
    },
    'navigation.settled.clean': async ({ page }) => {
      await expect.poll(() => isUnloadHeld(page)).toBe(false)
      await expect(leaving(page)).toBeHidden()
    },
    'navigation.settled.unsaved': async ({ page }) => {
      await expect.poll(() => isUnloadHeld(page)).toBe(true)
      await expect(leaving(page)).toBeHidden()
    },
    'navigation.blocked': async ({ page }, snapshot) => {
      if (snapshot.matches({ blocked: 'page' }) && isOver(snapshot.context))
        return expect(leaving(page)).toBeHidden()
      await expect(leaving(page)).toBeVisible()
      expect(await isUnloadHeld(page)).toBe(true)
    },
  },
  exceptions: {
    'navigation.going.loading | xstate.error.actor.loadScreen | 0':
      'tests/e2e/front-door.spec.ts installs a newer version',
    'navigation.blocked.otherwise | leaving.withdrawn | 0':
      'whoever asks is asked again at once, or goes with the session; a read of the organizations interrupts nobody',
  },
})
