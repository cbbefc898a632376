import { pagesMachine } from '../../../src/machines/pages/pages.machine.ts'
import { refused } from '../../machines/form.model.ts'
import { pagesModel } from '../../machines/pages.model.ts'
import { conversation } from '../../machines/samples.ts'
import { expect } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import { walkInBrowser } from './walk.ts'
import { replyTo } from './walk-form.ts'

const LIST = /^\/api\/v1\/integrations\/[^/]+\/conversations$/
const SECOND = { ...conversation, id: 'c2', title: 'And in winter?' }

const arrived = (...items: readonly object[]) => ({ type: 'pages.arrived', items, total: 2 })

/** [S2.17] */
walkInBrowser({
  machine: pagesMachine,
  model: {
    ...pagesModel,
    // Pages come where they are asked for, and what follows is asked for as soon as the end is in view.
    events: (snapshot) => {
      const failed = { type: 'pages.failed', error: refused }
      if (snapshot.hasTag('loading'))
        return [
          { type: 'pages.awaited' },
          { ...arrived(), hasMore: false },
          { ...arrived(conversation), hasMore: true },
          { ...arrived(conversation), hasMore: false },
          failed,
        ]
      if (snapshot.matches({ ready: 'loadingMore' }))
        return [{ ...arrived(conversation, SECOND), hasMore: false }, failed]
      return [{ type: 'end.reached' }, { type: 'retry.requested' }]
    },
  },
  holds: ({ path }) => LIST.test(path),
  open: async ({ page, server }) => {
    const { organizationId, post, tokens } = await enrolled(page, server, 'Northwind Boots')
    const { id } = await post(`organizations/${organizationId}/integrations`, { name: 'Help desk' })
    const path = `/api/v1/integrations/${id}`
    const authorization = `Bearer ${tokens.access_token}`
    const integration = await (await fetch(`${server}${path}`, { headers: { authorization } })).json()
    await page.route(`**${path}`, (route) =>
      route.fulfill({ json: { ...integration, counts: { questions: 1, answered: 1 } } }),
    )
    await page.goto(`/integrations/${id}/history`)
  },
  does: {
    // As soon as the list is there, and before it is asked for again.
    'pages.awaited': async () => {},
    'pages.arrived': ({ network }, { items, total, hasMore }) =>
      network.answer({ body: { items: items.slice(-1), total, has_more: hasMore } }),
    'pages.failed': ({ network }, { error }) => network.answer(replyTo(error)),
    'end.reached': async () => {},
    'retry.requested': ({ page }) => page.getByRole('button', { name: 'Try Again' }).click(),
  },
  sees: {
    pages: async ({ page }, { context }) => {
      const links = page.getByRole('list', { name: 'Conversations' }).getByRole('link')
      await expect(links).toHaveCount(context.items.length)
    },
    'pages.loading': ({ page }) =>
      expect(page.getByRole('main').getByLabel('Loading', { exact: true })).toBeVisible(),
    'pages.failed': ({ page }, { context }) =>
      expect(page.getByRole('main').getByRole('alert')).toContainText(context.error ?? ''),
    'pages.empty': ({ page }) => expect(page.getByText('No matching conversations.')).toBeVisible(),
    'pages.ready': ({ page }) => expect(page.getByText('2 conversations')).toBeVisible(),
    'pages.ready.broken': ({ page }, { context }) =>
      expect(page.getByRole('main').getByRole('alert')).toContainText(context.error ?? ''),
  },
})
