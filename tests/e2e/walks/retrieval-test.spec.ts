import type { Page } from '@playwright/test'
import { retrievalTestMachine } from '../../../src/machines/retrieval-test/retrieval-test.machine.ts'
import { retrievalTestModel } from '../../machines/retrieval-test.model.ts'
import { expect } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import { type Stage, walkInBrowser } from './walk.ts'

const SEARCH = /^\/api\/v1\/knowledge-bases\/[^/]+\/search$/
const BASE = /^\/api\/v1\/knowledge-bases\/[^/]+$/

const field = (page: Page) => page.getByRole('searchbox', { name: 'Question' })
const settings = (page: Page) => page.getByRole('region', { name: 'Settings of this test' })

async function open({ page, server }: Stage) {
  const { organizationId, post } = await enrolled(page, server, 'Northwind Boots')
  const { id } = await post(`organizations/${organizationId}/knowledge-bases`, { name: 'Policies' })
  await page.goto(`/knowledge-bases/${id}/test`)
  await expect(field(page)).toBeVisible()
}

/** [S2.12] */
walkInBrowser({
  machine: retrievalTestMachine,
  model: {
    ...retrievalTestModel,
    events: (snapshot) => {
      const { query, settings: tried } = snapshot.context
      // The search goes on by itself when the settings rest, and answers come one after the other.
      if (snapshot.matches({ search: 'settling' }) || snapshot.hasTag('applying')) return []
      return retrievalTestModel.events(snapshot).filter((event) => {
        // What stands there already is neither typed nor chosen, and what is stored is not reset.
        if (event.type === 'query.changed') return !('text' in event) || event.text !== query
        if (event.type === 'settings.changed') return tried.mode === 'hybrid'
        if (event.type === 'settings.reset') return snapshot.can({ type: 'settings.applied' })
        return event.type !== 'settings.applied' || !snapshot.hasTag('busy')
      })
    },
  },
  holds: ({ path, method }) => SEARCH.test(path) || (BASE.test(path) && method === 'PATCH'),
  open,
  does: {
    'query.changed': ({ page }, { text }) => field(page).fill(text),
    'query.submitted': ({ page }) => field(page).press('Enter'),
    'settings.changed': async ({ page }) => {
      await settings(page).getByLabel('Search by').selectOption('keywords')
    },
    'settings.reset': ({ page }) => settings(page).getByRole('button', { name: 'Reset' }).click(),
    'settings.applied': ({ page }) =>
      settings(page).getByRole('button', { name: 'Apply these settings' }).click(),
    'xstate.after.settingsRest.retrievalTest.search.settling': ({ network }) => network.await(1),
    'xstate.done.actor.applySettings': ({ network }) => network.answer(null),
    'xstate.error.actor.applySettings': ({ network }) => network.answer({ status: 500 }),
    'xstate.done.actor.search': ({ network }, { output }) => network.answer({ body: output }),
    'xstate.error.actor.search': ({ network }) => network.answer({ status: 500 }),
  },
  sees: {
    retrievalTest: async ({ page }, { context }) => {
      await expect(field(page)).toHaveValue(context.query)
      await expect(settings(page).getByLabel('Search by')).toHaveValue(context.settings.mode)
    },
    'retrievalTest.search.idle': ({ page }) =>
      expect(page.getByText('Ask, and see what is found.')).toBeVisible(),
    'retrievalTest.search.found': ({ page }) =>
      expect(page.getByRole('list', { name: 'Left out' })).toBeVisible(),
    'retrievalTest.search.nothingFound': ({ page }, { context }) =>
      expect(page.getByText(`Nothing about “${context.asked}”.`)).toBeVisible(),
    'retrievalTest.search.failed': ({ page }, { context }) =>
      expect(page.getByText(context.error ?? '')).toBeVisible(),
    'retrievalTest.application.applying': ({ page }) =>
      expect(settings(page).getByRole('button', { name: 'Applying…' })).toBeVisible(),
  },
})
