import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { improveAnswerMachine } from '../../../src/machines/assistants/improve-answer/improve-answer.machine.ts'
import { paymentReturnMachine } from '../../../src/machines/billing/payment-return.machine.ts'
import { knowledgeBaseMachine } from '../../../src/machines/knowledge/knowledge-base.machine.ts'
import { reindexMachine } from '../../../src/machines/knowledge/reindex.machine.ts'
import { confirmationMachine } from '../../../src/machines/shared/confirmation.machine.ts'
import { resourceMachine } from '../../../src/machines/shell/resource/resource.machine.ts'
import type { PaymentOutcome } from '../../../src/services/contract/billing.ts'
import { PaymentSuccessScreen } from '../../../src/ui/billing/payment-success-screen.tsx'
import { AnalyticsScreen } from '../../../src/ui/conversations/analytics/analytics-screen.tsx'
import { Answered } from '../../../src/ui/conversations/conversation/answered.tsx'
import { Rated } from '../../../src/ui/conversations/conversation/feedback.tsx'
import { FeedbackScreen } from '../../../src/ui/conversations/feedback-screen.tsx'
import { Passages } from '../../../src/ui/knowledge/knowledge-base/passages.tsx'
import { ReindexNote } from '../../../src/ui/knowledge/knowledge-base/reindex-note.tsx'
import { openStage, provided, Started, still } from '../../harness/stage.tsx'
import { draw } from '../../harness/view.tsx'
import { knowledgeIndex, message } from '../../machines/samples.ts'

it('[knowledge M12] does not say of a failure that is heard live that nothing was searched', async () => {
  const failed = message('a1', {
    status: 'failed',
    content: 'Half of an answer',
    passages_searched: 0,
    latency_ms: { first_token: 5, total: 900 },
    error: { code: 'model_interrupted', detail: 'The answer broke off.' },
  })
  const none = { send: () => {} } as never
  const { container } = await draw(
    <Answered answer={failed} pointed={null} pointer={none} reader={none} feedback={null} />,
  )
  await expect.poll(() => container.textContent).toContain('0.9')
  expect(container.textContent).not.toContain('searched')
})

it('writes the reason of a rating as it is written on its own, since German has capitals within sentences', async () => {
  const { container } = await draw(<Rated rating="down" reason="wrong_source" comment="" />)
  await expect.poll(() => container.textContent).toBe('Rated bad by the visitor: Wrong source.')
})

it('[knowledge M4] says of passages of another size that nothing compared them', async () => {
  const actor = createActor(reindexMachine, { input: { knowledgeBaseId: 'k1' } }).start()
  const report = {
    added: 4,
    changed: 0,
    removed: 1,
    unchanged: 0,
    documents: [],
    documents_count: 0,
    unread: [],
    unread_count: 0,
    lost_edits: [],
    lost_edits_count: 0,
  }
  actor.send({ type: 'index.read', index: knowledgeIndex('building') })
  actor.send({ type: 'index.read', index: { ...knowledgeIndex('published'), report } })
  const { container } = await draw(<ReindexNote actor={actor} editable />)
  expect(container.textContent).toContain('It was not compared with the previous index')
})

it('[43.1] tells those who may not see a page who can, and leads them home instead of trying again', async () => {
  const ONLY = 'Only administrators of this installation can see this.'
  const error = Object.assign(new Error(ONLY), { status: 403, detail: ONLY })
  const stage = await openStage({
    view: <FeedbackScreen />,
    path: '/feedback',
    logic: {
      resource: resourceMachine.provide({
        actors: { query: fromCallback(({ sendBack }) => sendBack({ type: 'data.failed', error })) },
      }),
    },
  })
  await expect.element(page.getByRole('alert')).toMatchTextContent(ONLY)
  await expect.element(page.getByRole('link', { name: 'Go to Home' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Try Again' }).all()).toEqual([])
  await stage.close()
})

const PASSAGE = {
  id: 'p1',
  document_id: 'd1',
  document_name: 'repairs.md',
  position: 0,
  passage_count: 1,
  heading_path: [],
  content: '| Repair | Price |\n| --- | --- |\n| New outsole | 85 euros |',
  char_start: 0,
  char_end: 60,
  page: null,
  enabled: true,
  original: null,
}

it('[ux 13] previews the table of a passage as sentences', async () => {
  const stage = await openStage({
    view: (
      <Started machine={still(knowledgeBaseMachine)} input={{ organizationId: 'o1', knowledgeBaseId: 'k1' }}>
        {(actor) => <Passages actor={actor} onEdit={undefined} />}
      </Started>
    ),
    data: { passagesPages: [PASSAGE] },
  })
  const list = page.getByRole('list', { name: 'Passages' })
  await expect.element(list).toMatchTextContent('Repair: New outsole. Price: 85 euros.')
  expect(list.element().textContent).not.toContain('|')
  await stage.close()
})

it('[43.1] keeps the heading of a chart that could not be loaded', async () => {
  const error = Object.assign(new Error('offline'), { detail: 'offline' })
  const gapChange = still(confirmationMachine)
  const stage = await openStage({
    view: provided(
      { ignoreGap: gapChange, reopenGap: gapChange, improveAnswer: still(improveAnswerMachine) },
      <AnalyticsScreen />,
    ),
    path: '/analytics',
    logic: {
      resource: resourceMachine.provide({
        actors: { query: fromCallback(({ sendBack }) => sendBack({ type: 'data.failed', error })) },
      }),
    },
  })
  const chart = page.getByRole('region', { name: 'Answered over time' })
  await expect.element(chart.getByRole('heading', { name: 'Answered over time' })).toBeVisible()
  await expect.element(chart.getByRole('button', { name: 'Try Again' })).toBeVisible()
  await stage.close()
})

it('[S2.14] says only of the chosen period that a document was not found', async () => {
  const gapChange = still(confirmationMachine)
  const documents = [
    {
      document_id: 'd1',
      name: 'hours.md',
      knowledge_base_id: 'k1',
      knowledge_base_name: 'Shop handbook',
      retrieved: 0,
      cited: 0,
      liked: 0,
      disliked: 0,
      last_retrieved_at: null,
    },
  ]
  const stage = await openStage({
    view: provided(
      { ignoreGap: gapChange, reopenGap: gapChange, improveAnswer: still(improveAnswerMachine) },
      <AnalyticsScreen />,
    ),
    path: '/analytics?days=7',
    data: { sources: { documents, days: [] } },
  })
  const row = page.getByRole('row', { name: /hours\.md/ })
  await expect.element(row).toMatchTextContent('Not in this period')
  await stage.close()
})

it.each([390, 1280])(
  '[43.1] shows three lines of a long question, and all on request: %i px',
  async (width) => {
    await page.viewport(width, 900)
    const gapChange = still(confirmationMachine)
    const email = 'Good morning, my order has not arrived yet. '.repeat(90)
    const gap = {
      answer_ids: ['a1'],
      question: email,
      examples: [email, email],
      integration_id: 'i1',
      integration_name: 'Help desk',
      last_asked_at: '2026-01-31T12:00:00.000Z',
    }
    const stage = await openStage({
      view: provided(
        { ignoreGap: gapChange, reopenGap: gapChange, improveAnswer: still(improveAnswerMachine) },
        <AnalyticsScreen />,
      ),
      path: '/analytics',
      data: { gaps: [gap], integrations: [] },
    })
    const row = page.getByRole('list', { name: 'Unanswered questions' })
    await expect.element(row).toBeVisible()
    expect(row.element().clientHeight).toBeLessThan(320)
    await page.getByRole('button', { name: 'Show whole text' }).first().click()
    const question = page.getByText(/^Good morning/).element()
    await expect.poll(() => question.scrollHeight - question.clientHeight).toBe(0)
    await page.getByRole('button', { name: 'Show less' }).click()
    await expect.poll(() => row.element().clientHeight).toBeLessThan(320)
    await stage.close()
  },
)

it('[43.1] aligns the buttons of a passage with its text on a phone', async () => {
  await page.viewport(390, 844)
  const stage = await openStage({
    view: (
      <Started machine={still(knowledgeBaseMachine)} input={{ organizationId: 'o1', knowledgeBaseId: 'k1' }}>
        {(actor) => <Passages actor={actor} onEdit={() => {}} />}
      </Started>
    ),
    data: { passagesPages: [PASSAGE] },
  })
  const only = page.getByRole('button', { name: 'Only repairs.md' })
  await expect.element(only).toBeVisible()
  const label = only.element()
  const start = label.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(label).paddingLeft)
  const text = page.getByRole('button', { name: /New outsole/ }).element()
  expect(Math.round(start - text.getBoundingClientRect().left)).toBeLessThanOrEqual(1)
  await stage.close()
})

it.each([
  [{}, 'Your Pro plan has started.'],
  [{ starts_at: '2026-12-24T12:00:00Z' }, 'Your Pro plan starts on Dec 24, 2026'],
  [{ more_seats: 5 }, 'Your organization has 5 more seats on Pro.'],
  [
    { credited: true },
    'This payment was credited to your Pro plan: it counts if you change to a larger plan',
  ],
])('[S2.7] says what was paid for: %o', async (brought, text) => {
  const paid: PaymentOutcome = {
    status: 'paid',
    plan_name: 'Pro',
    credited: false,
    starts_at: null,
    ...brought,
  }
  const paymentReturn = paymentReturnMachine.provide({
    actions: { announceChange: () => {} },
    actors: { askPayment: fromPromise<PaymentOutcome | null, { reference: string }>(async () => paid) },
  })
  const stage = await openStage({
    path: '/payment-success?order=r1',
    isPage: true,
    view: provided({ paymentReturn }, <PaymentSuccessScreen />),
  })
  await expect.element(page.getByRole('main')).toMatchTextContent(text)
  await stage.close()
})
