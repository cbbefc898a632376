import type { Page } from '@playwright/test'
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

/** [S6.1] */
walkInBrowser({
  machine: appMachine,
  model: {
    ...appModel,
    // A question is answered; whoever has gone out is gone.
    events: (snapshot) =>
      appModel
        .events(snapshot)
        .filter(
          ({ type, userId }) =>
            !snapshot.matches('inside') ||
            snapshot.matches({ inside: 'staying' }) ||
            (snapshot.matches({ inside: 'asking' }) ? type.startsWith('leaving.') : userId === null),
        ),
  },
  holds: () => false,
  open: async ({ page }) => {
    await page.goto('/config.js')
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
  },
  does: {
    'session.changed': async (stage, { userId }) =>
      changeSession(
        stage,
        userId === null ? null : (await registered(stage.server, `Desk of ${userId}`)).tokens,
      ),
    'logOut.requested': async ({ page }) => {
      if (!(await page.getByRole('button', { name: 'Discard' }).isVisible()))
        await lectern(page).typeUnsaved()
      await lectern(page).pickInAccountMenu('Log out')
    },
    'leaving.granted': ({ page }) => leave(page),
    'leaving.refused': ({ page }) => stay(page),
  },
  sees: {
    'app.outside': ({ page }) => expect(page.getByRole('heading', { name: 'Welcome back.' })).toBeVisible(),
    'app.inside.staying': async ({ page }, { context }) => {
      await expect(leaving(page)).toBeHidden()
      await expect(switcher(page, `Desk of ${context.userId}`)).toBeVisible()
    },
    'app.inside.asking': ({ page }) => expect(leaving(page)).toBeVisible(),
    'app.inside.goingOut': ({ page }) => expect(page).toHaveURL(/\/login$/),
  },
})

const sockets = new WeakMap<Page, ScriptedSockets>()
const OTHERS = ['Aster', 'Begonia'] as const
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

/** [S8.14] [S9.6] */
walkInBrowser({
  machine: connectionsMachine,
  model: {
    ...connectionsModel,
    // A line is there, or on its way, before it can be lost; the way back is offered while it is off.
    events: (snapshot) =>
      connectionsModel
        .events(snapshot)
        .filter(
          ({ type, connection }) =>
            type === 'connection.ended' ||
            (snapshot.context.standing.organization === 'givenUp'
              ? type === 'reconnect.requested'
              : type === 'connection.changed' &&
                (connection === 'live') === (snapshot.context.standing.organization !== 'live')),
        ),
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
      // Two tokens in a row are refused.
      await line.end(CLOSE.unauthorized)
      await line.letIn()
      await line.end(CLOSE.unauthorized)
    },
    'connection.ended': async ({ page }) => {
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
  sees: {
    connections: async ({ page }, { context }) => {
      if (context.standing.organization !== 'givenUp' || (await panel(page).isVisible())) return
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await expect(panel(page).getByText('Live updates are off.')).toBeVisible()
    },
  },
})
