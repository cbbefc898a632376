import type { Page } from '@playwright/test'
import { closeGapMachine } from '../../../src/machines/close-gap/close-gap.machine.ts'
import { closeGapModel } from '../../machines/close-gap.model.ts'
import { conversation, document, gap, message } from '../../machines/samples.ts'
import { expect } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import { walkInBrowser } from './walk.ts'
import { replyTo } from './walk-form.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Write the answer' })
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

/** Pages whose question is on its way; nobody waits for its answer once the dialog is closed. */
const asking = new WeakSet<Page>()

/** Where the documents of the page's knowledge base are. */
const documentsOf = new WeakMap<Page, string>()

const ASK = 'POST /api/v1/integrations/i1/messages'
const MESSAGE = 'GET /api/v1/messages/m2'
const ASKED = {
  conversation,
  question: message('m1', { role: 'user', status: 'complete', content: gap('a1').question }),
  answer: message('m2'),
}

/** [S2.14] */
walkInBrowser({
  machine: closeGapMachine,
  model: closeGapModel,
  holds: ({ method, path }) =>
    [ASK, MESSAGE].includes(`${method} ${path}`) ||
    path.endsWith('/documents') ||
    (method === 'PATCH' && path.endsWith('/gaps')),
  open: async ({ page, server }) => {
    const { post, organizationId } = await enrolled(page, server, 'Northwind Boots')
    const { id } = await post(`organizations/${organizationId}/knowledge-bases`, { name: 'Shipping' })
    documentsOf.set(page, `/api/v1/knowledge-bases/${id}/documents`)
    await page.route('**/gaps?*', (route) => route.fulfill({ json: [gap('a1')] }))
    await page.goto('/analytics')
  },
  does: {
    'gap.opened': async ({ page }) => {
      await page.getByRole('button', { name: 'Write the answer' }).click()
      await dialog(page).getByLabel('Knowledge base').selectOption('Shipping')
    },
    'field.changed': ({ page }, { value }) => dialog(page).getByLabel('Answer', { exact: true }).fill(value),
    'form.submitted': ({ page }) => button(page, 'Save and ask again').click(),
    'form.closed': async ({ page, network }) => {
      await dialog(page)
        .getByRole('button', { name: /^(Cancel|Close)$/ })
        .last()
        .click()
      if (asking.delete(page)) await network.answer({ status: 500 }, ASK)
    },
    'retry.requested': ({ page }) =>
      dialog(page)
        .getByRole('button', { name: /^(Try Again|Write more)$/ })
        .click(),
    'xstate.done.actor.saveAnswer': ({ page, network }) =>
      network.answer(
        { body: { results: [{ name: 'a.md', document: document('d1'), error: null }] } },
        `POST ${documentsOf.get(page)}`,
      ),
    'xstate.error.actor.saveAnswer': ({ page, network }) =>
      network.answer({ status: 500 }, `POST ${documentsOf.get(page)}`),
    'xstate.done.actor.awaitReady': ({ page, network }) =>
      network.answer({ body: [{ ...document('d1'), status: 'ready' }] }, `GET ${documentsOf.get(page)}`),
    'xstate.error.actor.awaitReady': ({ page, network }, { error }) =>
      network.answer(replyTo(error), `GET ${documentsOf.get(page)}`),
    'xstate.done.actor.askAgain': async ({ page, network }, { output }) => {
      asking.delete(page)
      await network.answer({ body: ASKED }, ASK)
      await network.answer({ body: message('m2', { status: 'complete', ...output }) }, MESSAGE)
    },
    'xstate.error.actor.askAgain': async ({ page, network }) => {
      asking.delete(page)
      await network.answer({ status: 500 }, ASK)
    },
  },
  sees: {
    'closeGap.closed': ({ page }) => expect(dialog(page)).toBeHidden(),
    'closeGap.writing': async ({ page }, { context }) => {
      await expect(dialog(page).getByLabel('Answer', { exact: true })).toHaveValue(context.values.answer)
      const said = [context.error, context.fieldErrors.answer].filter((text) => text != null)
      for (const text of said) await expect(dialog(page)).toContainText(text)
    },
    'closeGap.saving': ({ page }) => expect(button(page, 'Saving…')).toBeDisabled(),
    'closeGap.indexing': ({ page }) => expect(dialog(page)).toContainText('The answer is being read…'),
    'closeGap.asking': async ({ page }) => {
      asking.add(page)
      await expect(dialog(page)).toContainText('The question is asked again…')
    },
    'closeGap.filled': ({ page }) => expect(dialog(page)).toContainText('The gap is closed.'),
    'closeGap.stillOpen': ({ page }) =>
      expect(dialog(page)).toContainText('The assistant still does not find an answer.'),
    'closeGap.failed': ({ page }, { context }) => expect(dialog(page)).toContainText(context.error ?? ''),
  },
})
