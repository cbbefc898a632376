import type { Page } from '@playwright/test'
import type { AnyEventObject } from 'xstate'
import { appMachine } from '../../../src/machines/app/app.machine.ts'
import { connectionsMachine } from '../../../src/machines/connections/connections.machine.ts'
import { CLOSE } from '../../../src/services/contract/sockets.ts'
import { appModel } from '../../machines/app.model.ts'
import { connectionsModel } from '../../machines/connections.model.ts'
import { expect } from '../gateway.ts'
import { enrolled, registered } from '../models/accounts.ts'
import { lectern } from '../models/lectern.ts'
import { leave, leaving, stay } from './leaving.ts'
import { changeSession } from './other-tab.ts'
import { type ScriptedSockets, scriptSockets } from './scripted-sockets.ts'
import { walkInBrowser } from './walk.ts'

const switcher = (page: Page, name: string) => page.getByRole('button', { name: `Organization: ${name}` })

const isSession = ({ type }: AnyEventObject) => type === 'xstate.snapshot.session'
const isLoading = (event: AnyEventObject) => isSession(event) && event.snapshot.value === 'loading'
const userOf = (event: AnyEventObject) => event.snapshot.context.tokens?.subject ?? null
const hasStoredTokens = (page: Page) => page.evaluate(() => localStorage.getItem('token') !== null)

const ONE_FETCH = 'A page fetches the code once, and a walk is one page: see entrance.spec.ts.'

/** [S6.1] */
walkInBrowser({
  machine: appMachine,
  model: {
    ...appModel,
    // The code comes by itself; a question is answered; whoever has gone out is gone.
    events: (snapshot) =>
      appModel.events(snapshot).filter((event) => {
        if (snapshot.matches('starting')) return isSession(event) && userOf(event) === null
        if (snapshot.matches({ authenticated: 'opening' })) return false
        if (snapshot.matches({ authenticated: { open: 'confirmingLogOut' } }))
          return event.type.startsWith('leaving.')
        if (snapshot.matches({ authenticated: { open: 'loggingOut' } }))
          return isSession(event) && userOf(event) === null
        return !isLoading(event)
      }),
  },
  holds: () => false,
  open: async ({ page }) => {
    await page.goto('/config.js')
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
  },
  does: {
    'xstate.snapshot.session': async (stage, event) => {
      const userId = userOf(event)
      // Nobody is signed in when the page is opened.
      if (userId === null && !(await hasStoredTokens(stage.page))) return
      await changeSession(
        stage,
        userId === null ? null : (await registered(stage.server, `Desk of ${userId}`)).tokens,
      )
    },
    // It comes by itself.
    'xstate.done.actor.loadWorkspace': async () => {},
    'logOut.requested': async ({ page }) => {
      if (!(await page.getByRole('button', { name: 'Discard' }).isVisible()))
        await lectern(page).typeUnsaved()
      await lectern(page).pickInAccountMenu('Log out')
    },
    'leaving.granted': ({ page }) => leave(page),
    'leaving.refused': ({ page }) => stay(page),
  },
  exceptions: {
    'app.starting | session.changed | 0': 'A walk opens a page where nobody is signed in.',
    'app.authenticated.opening | xstate.error.actor.loadWorkspace | 0': ONE_FETCH,
    'app.authenticated.unavailable | retry.requested | 0': ONE_FETCH,
  },
  sees: {
    'app.anonymous': ({ page }) => expect(page.getByRole('heading', { name: 'Welcome back.' })).toBeVisible(),
    'app.authenticated.open.working': async ({ page }, { context }) => {
      await expect(leaving(page)).toBeHidden()
      await expect(switcher(page, `Desk of ${context.userId}`)).toBeVisible()
    },
    'app.authenticated.open.confirmingLogOut': ({ page }) => expect(leaving(page)).toBeVisible(),
    'app.authenticated.open.loggingOut': ({ page }) => expect(page).toHaveURL(/\/login$/),
  },
})

const sockets = new WeakMap<Page, ScriptedSockets>()
const OTHERS = ['Aster', 'Begonia'] as const
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

const ONE_LISTENER =
  'The line of the organization has one listener; conversations of one assistant share theirs.'

/** [S8.14] [S9.6] */
walkInBrowser({
  machine: connectionsMachine,
  model: {
    ...connectionsModel,
    // One listener; a line is there, or on its way, before it can be lost; the way back is offered while it is off.
    events: (snapshot) => {
      const { standing, listeners } = snapshot.context
      const possible = (event: AnyEventObject) => {
        if (event.type === 'connection.joined') return listeners.organization === undefined
        if (event.type === 'connection.left') return true
        if (standing.organization === 'givenUp') return event.type === 'reconnect.requested'
        if (event.type === 'message.received') return standing.organization === 'live'
        if (event.type !== 'connection.changed') return false
        if (standing.organization === 'live') return event.connection === 'givenUp'
        return (
          event.connection === 'live' ||
          (event.connection === 'reconnecting' && standing.organization === undefined)
        )
      }
      return connectionsModel
        .events(snapshot)
        .filter(possible)
        .filter(({ type, listener }) => type !== 'connection.joined' || listener.id === 'first')
    },
  },
  holds: () => false,
  open: async ({ page, server }) => {
    sockets.set(page, await scriptSockets(page, /\/api\/ws\/organizations\/[^/]+\?/, { held: true }))
    const { post } = await enrolled(page, server, OTHERS[0])
    await post('organizations', { name: OTHERS[1] })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible()
  },
  does: {
    'connection.changed': async ({ page }, { connection }) => {
      const line = sockets.get(page)!
      if (connection === 'live') return line.letIn()
      // The first token is refused: another one is dialled with.
      if (connection === 'reconnecting') return line.refuse(CLOSE.unauthorized)
      // Two tokens in a row are refused.
      await line.end(CLOSE.unauthorized)
      await line.letIn()
      await line.end(CLOSE.unauthorized)
    },
    // Whoever leaves one organization listens to another.
    'connection.joined': async () => {},
    'message.received': ({ page }) =>
      sockets.get(page)!.say({ type: 'hello', data: { connection_id: 'c1', heartbeat_s: 25 } }),
    'connection.left': async ({ page }) => {
      const [first, second] = OTHERS
      const isFirst = await switcher(page, first).isVisible()
      await lectern(page).switchTo(isFirst ? second : first)
      await expect(switcher(page, isFirst ? second : first)).toBeVisible()
    },
    'reconnect.requested': async ({ page }) => {
      await panel(page).getByRole('button', { name: 'Reconnect' }).click()
      await sockets.get(page)?.letIn()
      await expect(panel(page).getByText('Live updates are off.')).toBeHidden()
    },
  },
  exceptions: {
    'connections | connection.joined | 0': ONE_LISTENER,
    'connections | connection.left | 1': ONE_LISTENER,
    'connections | connection.ended | 0': 'The organization is left with it: the walk of the socket ends so.',
  },
  sees: {
    connections: async ({ page }, { context }) => {
      if (context.standing.organization !== 'givenUp' || (await panel(page).isVisible())) return
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await expect(panel(page).getByText('Live updates are off.')).toBeVisible()
    },
  },
})
