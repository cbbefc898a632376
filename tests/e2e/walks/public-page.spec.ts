import type { Page } from '@playwright/test'
import { expiryOf, publicPageMachine } from '../../../src/machines/public-page/public-page.machine.ts'
import { publicPageModel } from '../../machines/public-page.model.ts'
import { expect } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import { openListening, seesElsewhere } from '../models/elsewhere.ts'
import { walkInBrowser } from './walk.ts'
import { replyTo } from './walk-form.ts'

const AT = /^\/api\/v1\/integrations\/[^/]+\/public-page$/

/** How somebody else changes the page. */
const others = new WeakMap<Page, (patch: object) => Promise<unknown>>()

const limit = (page: Page, name: string) => page.getByLabel(name)
const perVisitor = (page: Page) => limit(page, 'Questions per visitor and day')

/** [S2.8] [S2.17] */
walkInBrowser({
  machine: publicPageMachine,
  model: {
    ...publicPageModel,
    // A day is picked, not typed.
    events: (snapshot) =>
      publicPageModel
        .events(snapshot)
        .filter((event) => !('name' in event) || event.name === 'visitor_limit'),
    answers: (snapshot) => {
      const [, ...failures] = publicPageModel.answers?.(snapshot).save ?? []
      return { save: [snapshot.context.sent, ...failures] }
    },
  },
  holds: ({ method, path }) => method === 'PATCH' && AT.test(path),
  open: async ({ page, server }) => {
    const { organizationId, post, tokens } = await enrolled(page, server, 'Northwind Boots')
    const { id } = await post(`organizations/${organizationId}/integrations`, { name: 'Helper' })
    // The gateway holds what the page saves: somebody else goes to the server itself.
    others.set(page, (patch) =>
      fetch(`${server}/api/v1/integrations/${id}/public-page`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.access_token}` },
        body: JSON.stringify(patch),
      }),
    )
    await openListening(page, `/integrations/${id}/settings?part=public`)
  },
  does: {
    'record.read': async ({ page }, { values: { expires_on, ...values } }) => {
      await others.get(page)!({ ...values, expires_at: expiryOf(expires_on) })
    },
    // A number that is typed again with a zero before it is the same number.
    'field.changed': async ({ page }, { value }) => {
      const typed = value === 0 ? '' : String(value)
      const isThere = (await perVisitor(page).inputValue()) === typed
      await perVisitor(page).fill(isThere && value !== 0 ? `0${typed}` : typed)
    },
    'form.submitted': ({ page }) => page.getByRole('button', { name: 'Save changes' }).click(),
    'changes.discarded': ({ page }) => page.getByRole('button', { name: 'Discard' }).click(),
    'xstate.done.actor.save': ({ network }) => network.answer(null),
    'xstate.error.actor.save': ({ network }, { error }) => network.answer(replyTo(error)),
  },
  sees: {
    publicPage: async ({ page }, { context: { values, early, error, fieldErrors } }) => {
      const shown = async (name: string) => Number(await limit(page, name).inputValue())
      await expect.poll(() => shown('Questions per visitor and day')).toBe(values.visitor_limit)
      if (early === null)
        await expect.poll(() => shown('Questions per day in total')).toBe(values.daily_limit)
      if (error) await expect(page.getByRole('alert').filter({ hasText: error })).toBeVisible()
      const { visitor_limit } = fieldErrors
      if (visitor_limit) await expect(page.getByText(visitor_limit)).toBeVisible()
    },
    'publicPage.unchanged': ({ page }) =>
      expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled(),
    'publicPage.changed.editing': async ({ page }, { context: { elsewhere } }) => {
      await expect(page.getByRole('button', { name: 'Save changes' })).toBeEnabled()
      await seesElsewhere(page, elsewhere)
    },
    'publicPage.changed.saving': ({ page }) =>
      expect(page.getByRole('button', { name: 'Saving…' })).toBeDisabled(),
  },
})
