import type { Page } from '@playwright/test'
import { answerFeedbackMachine } from '../../../src/machines/answer-feedback/answer-feedback.machine.ts'
import { readerMachine } from '../../../src/machines/reader/reader.machine.ts'
import { answerFeedbackModel } from '../../machines/answer-feedback.model.ts'
import { readerModel } from '../../machines/reader.model.ts'
import { citation, conversation, message, searchHit } from '../../machines/samples.ts'
import { expect, test } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import { type Stage, walkInBrowser } from './walk.ts'

const RATING = '/api/v1/messages/a1/feedback'
const TEXT = '/api/v1/documents/d1/passages'
const KEPT = citation(1)
const PASSAGE = searchHit('p1').passage
const GONE = { ...citation(2, null), document_name: 'Old policy.pdf' }

const question = message('q1', { role: 'user', content: 'How long?', status: 'complete' })
const answer = message('a1', {
  content: 'Thirty days [1], or sixty [2].',
  status: 'complete',
  citations: [KEPT, GONE],
})

/** The Playground with an answer that quotes a document that is there, and one that is gone. */
async function open({ page, server }: Pick<Stage, 'page' | 'server'>) {
  const { organizationId, post } = await enrolled(page, server, 'Northwind Boots')
  const { id } = await post(`organizations/${organizationId}/integrations`, { name: 'Help desk' })
  const shown = { ...conversation, integration_id: id }
  await page.route(
    ({ pathname }) => pathname === `/api/v1/integrations/${id}/conversations`,
    (route) => route.fulfill({ json: { items: [shown], total: 1, has_more: false } }),
  )
  await page.route('**/api/v1/conversations/c1', (route) =>
    route.fulfill({ json: { conversation: shown, messages: [question, answer] } }),
  )
  await page.goto(`/integrations/${id}`)
  await expect(page.getByRole('article')).toContainText('Thirty days')
}

const thumb = (page: Page, rating: string) =>
  page.getByRole('button', { name: rating === 'up' ? 'Good answer' : 'Bad answer' })
const explanation = (page: Page) => page.getByRole('form', { name: 'Why?' })
const within = (page: Page, name: string) => explanation(page).getByRole('button', { name, exact: true })
const words = (page: Page) => page.getByLabel('In your own words')

/** [S2.17] */
walkInBrowser({
  machine: answerFeedbackMachine,
  model: {
    ...answerFeedbackModel,
    // Reasons are offered for a thumb down; what stands there already is not typed.
    events: (snapshot) =>
      answerFeedbackModel
        .events(snapshot)
        .filter(
          (event) =>
            (event.type !== 'reason.picked' || snapshot.context.saved?.rating === 'down') &&
            (event.type !== 'comment.changed' || event.text !== snapshot.context.comment),
        ),
  },
  holds: ({ path }) => path === RATING,
  open,
  does: {
    'thumb.pressed': ({ page }, { rating }) => thumb(page, rating).click(),
    'explanation.opened': ({ page }) =>
      page.getByRole('button', { name: /^(Say why|Change your comment)$/ }).click(),
    'reason.picked': ({ page }) => within(page, 'Out of date').click(),
    'comment.changed': ({ page }, { text }) => words(page).fill(text),
    'explanation.submitted': ({ page }) => within(page, 'Save').click(),
    'explanation.closed': ({ page }) => within(page, 'Close').click(),
    'xstate.done.actor.saveFeedback': ({ network }) => network.answer({ body: answer }),
    'xstate.error.actor.saveFeedback': ({ network }) => network.answer({ status: 500 }),
  },
  sees: {
    answerFeedback: async ({ page }, { context }) => {
      for (const rating of ['up', 'down'])
        await expect(thumb(page, rating)).toHaveAttribute(
          'aria-pressed',
          String(context.wanted?.rating === rating),
        )
      if (context.error)
        await expect(page.getByRole('alert').filter({ hasText: context.error })).toBeVisible()
    },
    'answerFeedback.resting': async ({ page }) => {
      await expect(explanation(page)).toBeHidden()
      await expect(thumb(page, 'up')).toHaveAttribute('aria-disabled', 'false')
    },
    'answerFeedback.explaining': async ({ page }, { context }) => {
      await expect(words(page)).toHaveValue(context.comment)
      await expect(within(page, 'Save')).toBeVisible()
      if (context.saved?.rating === 'down')
        await expect(within(page, 'Out of date')).toHaveAttribute(
          'aria-pressed',
          String(context.reason !== null),
        )
    },
    'answerFeedback.saving': ({ page }) => expect(thumb(page, 'up')).toHaveAttribute('aria-disabled', 'true'),
    'answerFeedback.savingExplanation': ({ page }) => expect(within(page, 'Saving…')).toBeDisabled(),
  },
})

const note = (page: Page, n: number) =>
  page
    .getByRole('group', { name: 'In the margin' })
    .getByRole('listitem')
    .nth(n - 1)
    .getByRole('button')
const sheet = (page: Page) => page.getByRole('dialog')

walkInBrowser({
  machine: readerMachine,
  model: {
    ...readerModel,
    // It lies over the page: another passage is opened once it is closed.
    events: (snapshot) =>
      readerModel
        .events(snapshot)
        .filter(({ type }) => type !== 'passage.opened' || snapshot.matches('closed')),
  },
  holds: ({ path }) => path === TEXT,
  open,
  does: {
    'passage.opened': ({ page }, { passage }) => note(page, passage.document_id === null ? 2 : 1).click(),
    'reader.closed': ({ page }) => sheet(page).getByRole('button', { name: 'Close' }).click(),
    'retry.requested': ({ page }) => sheet(page).getByRole('button', { name: 'Try Again' }).click(),
    'xstate.done.actor.loadDocument': ({ network }, { output }) =>
      network.answer({ body: { ...output, passages: [PASSAGE] } }),
    'xstate.error.actor.loadDocument': ({ network }) => network.answer({ status: 500 }),
  },
  exceptions: {
    'reader.open.ready | passage.changed | 0':
      'Passages are edited where the document is: a journey does so in its knowledge base.',
  },
  sees: {
    'reader.closed': ({ page }) => expect(sheet(page)).toBeHidden(),
    'reader.open': ({ page }, { context }) =>
      expect(
        sheet(page).getByRole('heading', {
          name: (context.passage?.document_id === null ? GONE : KEPT).document_name,
        }),
      ).toBeVisible(),
    'reader.open.loading': ({ page }) => expect(sheet(page).getByRole('alert')).toBeHidden(),
    'reader.open.ready': ({ page }) =>
      expect(sheet(page).getByRole('article')).toContainText('Goods may be returned'),
    'reader.open.failed': ({ page }, { context }) =>
      expect(sheet(page).getByRole('alert')).toContainText(context.error ?? ''),
    'reader.open.gone': ({ page }) =>
      expect(sheet(page).getByText('The document was deleted since.')).toBeVisible(),
  },
})

const numeral = (page: Page, n: number) => page.getByRole('button', { name: new RegExp(`^Source ${n}:`) })

test('a numeral is lit while its passage is pointed at', async ({ page, server }) => {
  await open({ page, server: server.url })
  for (const n of [1, 2]) {
    await note(page, n).hover()
    await expect(numeral(page, n)).toHaveAttribute('data-pointed')
    await expect(numeral(page, 3 - n)).not.toHaveAttribute('data-pointed')
  }
  await page.mouse.move(0, 0)
  for (const n of [1, 2]) await expect(numeral(page, n)).not.toHaveAttribute('data-pointed')
})
