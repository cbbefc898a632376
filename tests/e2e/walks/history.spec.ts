import { resourceMachine } from '../../../src/machines/resource/resource.machine.ts'
import { refused } from '../../machines/form.model.ts'
import { resourceModel } from '../../machines/resource.model.ts'
import { conversation } from '../../machines/samples.ts'
import { expect } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import { walkInBrowser } from './walk.ts'
import { replyTo } from './walk-form.ts'

const LIST = /^\/api\/v1\/integrations\/[^/]+\/conversations$/
const SECOND = { ...conversation, id: 'c2', title: 'And in winter?' }

const GONE = Object.assign(new Error('gone'), { status: 404, detail: 'It was deleted.' })

const arrived = (hasMore: boolean, ...data: readonly object[]) => ({
  type: 'data.arrived',
  data,
  extent: { total: 2, hasMore },
})

/** [S2.17] A long list, read page by page. */
walkInBrowser({
  machine: resourceMachine,
  model: {
    ...resourceModel,
    // Pages come where they are asked for, and what follows is asked for as soon as the end is in view.
    events: (snapshot) => {
      const failed = [refused, GONE].map((error) => ({ type: 'data.failed', error }))
      if (snapshot.hasTag('loading'))
        return [
          { type: 'data.awaited' },
          arrived(false),
          arrived(true, conversation),
          arrived(false, conversation),
          ...failed,
        ]
      if (snapshot.matches({ ready: 'loadingMore' })) return [arrived(false, conversation, SECOND), ...failed]
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
    'data.awaited': async () => {},
    'data.arrived': ({ network }, { data, extent: { total, hasMore } }) =>
      network.answer({ body: { items: data.slice(-1), total, has_more: hasMore } }),
    'data.failed': ({ network }, { error }) => network.answer(replyTo(error)),
    'end.reached': async () => {},
    'retry.requested': ({ page }) => page.getByRole('button', { name: 'Try Again' }).click(),
  },
  sees: {
    resource: async ({ page }, { context }) => {
      const links = page.getByRole('list', { name: 'Conversations' }).getByRole('link')
      await expect(links).toHaveCount(((context.data ?? []) as readonly object[]).length)
    },
    'resource.loading': ({ page }) =>
      expect(page.getByRole('main').getByLabel('Loading', { exact: true })).toBeVisible(),
    'resource.failed': ({ page }, { context }) =>
      expect(page.getByRole('main').getByRole('alert')).toContainText(context.error ?? ''),
    'resource.missing': ({ page }) =>
      expect(page.getByRole('main')).toContainText('There is nothing here: it was deleted'),
    'resource.empty': ({ page }) => expect(page.getByText('No matching conversations.')).toBeVisible(),
    'resource.ready': ({ page }) => expect(page.getByText('2 conversations')).toBeVisible(),
    'resource.ready.broken': ({ page }, { context }) =>
      expect(page.getByRole('main').getByRole('alert')).toContainText(context.error ?? ''),
  },
  exceptions: {
    'resource | data.failed | 1': 'an empty history is not read again while it is looked at',
  },
})
