import type { Page } from '@playwright/test'
import { explainPassageMachine } from '../../../src/machines/explain-passage/explain-passage.machine.ts'
import { passageSearchMachine } from '../../../src/machines/passage-search/passage-search.machine.ts'
import { explainPassageModel } from '../../machines/explain-passage.model.ts'
import { passageSearchModel } from '../../machines/passage-search.model.ts'
import { document, searchHit } from '../../machines/samples.ts'
import { expect } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import { type Stage, walkInBrowser } from './walk.ts'

const SEARCH = /^\/api\/v1\/integrations\/[^/]+\/search$/
const EXPLAIN = /^\/api\/v1\/(integrations\/[^/]+\/search\/explain|documents\/d1\/passages)$/

const EVERYWHERE = { knowledgeBaseId: null, documentId: null }
const IN_ONE = { knowledgeBaseId: null, documentId: 'd1' }

/** The Search of an assistant with one knowledge base, and one document in it. */
async function open({ page, server }: Stage) {
  const { organizationId, post } = await enrolled(page, server, 'Northwind Boots')
  const base = await post(`organizations/${organizationId}/knowledge-bases`, { name: 'Policies' })
  const assistant = { name: 'Help desk', knowledge_base_ids: [base.id] }
  const { id } = await post(`organizations/${organizationId}/integrations`, assistant)
  await page.route('**/api/v1/knowledge-bases/*/documents', (route) =>
    route.fulfill({ json: [{ ...document('d1'), knowledge_base_id: base.id }] }),
  )
  await page.goto(`/integrations/${id}/search`)
  await expect(field(page)).toBeVisible()
}

const field = (page: Page) => page.getByLabel('Search the documents')
const documentWith = (page: Page, placeholder: string) =>
  page.getByLabel('Document').filter({ has: page.getByRole('option', { name: placeholder }) })
const submit = (page: Page) => page.getByRole('search').getByRole('button', { name: 'Search' }).click()

/** [S2.17] */
walkInBrowser({
  machine: passageSearchMachine,
  model: {
    ...passageSearchModel,
    events: (snapshot) => {
      const { query, scope } = snapshot.context
      const scopes = [EVERYWHERE, IN_ONE].map((one) => ({ type: 'scope.changed', scope: one }))
      // What stands there already is neither typed nor picked.
      return [
        ...passageSearchModel
          .events(snapshot)
          .filter((event) => event.type !== 'scope.changed' && !('text' in event && event.text === query)),
        ...scopes.filter((event) => event.scope.documentId !== scope.documentId),
      ]
    },
  },
  holds: ({ path }) => SEARCH.test(path),
  open,
  does: {
    'query.changed': ({ page }, { text }) => field(page).fill(text),
    'query.submitted': ({ page }) => submit(page),
    'scope.changed': async ({ page }, { scope }) => {
      await documentWith(page, 'Every document').selectOption(scope.documentId ?? '')
    },
    'xstate.done.actor.searchPassages': ({ network }, { output }) => network.answer({ body: output }),
    'xstate.error.actor.searchPassages': ({ network }) => network.answer({ status: 500 }),
  },
  sees: {
    passageSearch: async ({ page }, { context }) => {
      await expect(field(page)).toHaveValue(context.query)
      await expect(documentWith(page, 'Every document')).toHaveValue(context.scope.documentId ?? '')
    },
    'passageSearch.idle': ({ page }) => expect(page.getByText('See what the assistant sees.')).toBeVisible(),
    'passageSearch.searching': ({ page }) =>
      expect(page.getByLabel('Searching', { exact: true })).toBeVisible(),
    'passageSearch.found': ({ page }, { context }) =>
      expect(page.getByText(`1 passage for “${context.asked}”`)).toBeVisible(),
    'passageSearch.nothingFound': ({ page }, { context }) =>
      expect(page.getByText(`Nothing about “${context.asked}”.`)).toBeVisible(),
    'passageSearch.failed': ({ page }, { context }) =>
      expect(page.getByText(context.error ?? '')).toBeVisible(),
  },
})

const passages = (page: Page) => page.getByRole('list', { name: 'Passages' })

walkInBrowser({
  machine: explainPassageMachine,
  model: {
    ...explainPassageModel,
    // One that is picked already is not picked again; a passage is, once what became of it is said.
    events: (snapshot) =>
      explainPassageModel
        .events(snapshot)
        .filter(
          ({ type }) =>
            (type !== 'document.picked' || snapshot.context.documentId === null) &&
            (type !== 'passage.picked' || !snapshot.matches({ choosingPassage: 'explaining' })),
        ),
  },
  holds: ({ path }) => EXPLAIN.test(path),
  open: async (stage) => {
    const { page } = stage
    await open(stage)
    await page.route(
      ({ pathname }) => SEARCH.test(pathname),
      (route) =>
        route.fulfill({ json: { hits: [searchHit('p2')], searched: 12, answerable: true, took_ms: 40 } }),
    )
    await field(page).fill('boots')
    await submit(page)
    await expect(page.getByRole('heading', { name: 'Expected another passage?' })).toBeVisible()
  },
  does: {
    'document.picked': async ({ page }, { id }) => {
      await documentWith(page, 'Choose its document').selectOption(id)
    },
    'passage.picked': ({ page }) => passages(page).getByRole('button').click(),
    'retry.requested': ({ page }) => page.getByRole('button', { name: 'Try Again' }).click(),
    'xstate.done.actor.loadPassages': ({ network }, { output }) =>
      network.answer({ body: { document: document('d1'), is_current: true, passages: output } }),
    'xstate.error.actor.loadPassages': ({ network }) => network.answer({ status: 500 }),
    'xstate.done.actor.explain': ({ network }, { output }) => network.answer({ body: output }),
    'xstate.error.actor.explain': ({ network }) => network.answer({ status: 500 }),
  },
  sees: {
    'explainPassage.choosingDocument': ({ page }) =>
      expect(documentWith(page, 'Choose its document')).toHaveValue(''),
    'explainPassage.loadingPassages': ({ page }) => expect(passages(page).getByRole('button')).toBeHidden(),
    'explainPassage.unreadable': ({ page }, { context }) =>
      expect(page.getByText(context.error ?? '')).toBeVisible(),
    'explainPassage.choosingPassage': ({ page }, { context }) =>
      expect(passages(page).getByRole('button')).toHaveAttribute(
        'aria-pressed',
        String(context.passage !== null),
      ),
    'explainPassage.choosingPassage.open': ({ page }) =>
      expect(passages(page).getByRole('status')).toBeHidden(),
    'explainPassage.choosingPassage.explaining': ({ page }) =>
      expect(passages(page).getByRole('status')).toHaveText(''),
    'explainPassage.choosingPassage.explained': ({ page }) =>
      expect(passages(page).getByRole('status')).toContainText('It was left out: the assistant reads'),
    'explainPassage.choosingPassage.unexplained': ({ page }, { context }) =>
      expect(page.getByText(context.error ?? '')).toBeVisible(),
  },
})
