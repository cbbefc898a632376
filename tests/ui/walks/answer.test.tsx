import { useRef, useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fromPromise } from 'xstate'
import { answerFeedbackMachine } from '../../../src/machines/conversations/answer-feedback.machine.ts'
import { readerMachine } from '../../../src/machines/knowledge/reader.machine.ts'
import { Exchanges } from '../../../src/ui/conversations/conversation/exchanges.tsx'
import { usePointed } from '../../../src/ui/conversations/conversation/pointed.ts'
import { Reader } from '../../../src/ui/conversations/conversation/reader.tsx'
import type { Part } from '../../../src/ui/conversations/conversation/thread-of.ts'
import { useProvidedActor } from '../../../src/ui/provided.ts'
import { openStage, provided, type Scene, still } from '../../harness/stage.tsx'
import { answerFeedbackModel } from '../../machines/chat.model.ts'
import { readerModel } from '../../machines/knowledge-base.model.ts'
import { citation, document as documentOf, message, searchHit } from '../../machines/samples.ts'
import { walkView } from './walk.tsx'

const KEPT = citation(1)
const GONE = { ...citation(2, null), document_name: 'Old policy.pdf' }

/** An answer that quotes a document that is there, and one that is gone. */
const answer = message('a1', {
  content: 'Thirty days [1], or sixty [2].',
  status: 'complete',
  citations: [KEPT, GONE],
})

const first: Part = { key: 'q1', at: 0, exchange: { key: 'q1', question: 'How long?', answer } }

function Shown({ thread = [first] }: { thread?: readonly Part[] }) {
  const reader = useProvidedActor('reader')
  const pointer = usePointed()
  const scroller = useRef<HTMLDivElement>(null)
  return (
    <div ref={scroller}>
      <Exchanges thread={thread} scroller={scroller} pointer={pointer} reader={reader} />
      <Reader actor={reader} marked="quoted words are highlighted" />
    </div>
  )
}

const scene = (machines: object, view = <Shown />): Scene => ({
  view: provided(
    { answerFeedback: still(answerFeedbackMachine), reader: still(readerMachine), ...machines },
    view,
  ),
})

const thumb = (rating: string) =>
  page.getByRole('button', { name: rating === 'up' ? 'Good answer' : 'Bad answer' })
const explanation = () => page.getByRole('form', { name: 'Why?' })
const within = (name: string) => explanation().getByRole('button', { name, exact: true })
const words = () => page.getByLabelText('In your own words')

/** [S2.17] */
walkView({
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
  scene: (answerFeedback) => scene({ answerFeedback }),
  does: {
    'thumb.pressed': ({ rating }) => thumb(rating).click(),
    'explanation.opened': () =>
      page.getByRole('button', { name: /^(Tell us why|Change your comment)$/ }).click(),
    'reason.picked': () => within('Out of date').click(),
    'comment.changed': ({ text }) => words().fill(text),
    'explanation.submitted': () => within('Save').click(),
    'explanation.closed': () => within('Close').click(),
  },
  sees: {
    answerFeedback: async ({ context }) => {
      for (const rating of ['up', 'down'])
        await expect
          .element(thumb(rating))
          .toHaveAttribute('aria-pressed', String(context.wanted?.rating === rating))
      if (context.error) await expect.element(page.getByRole('alert')).toMatchTextContent(context.error)
    },
    'answerFeedback.resting': async () => {
      await expect.element(explanation()).not.toBeInTheDocument()
      await expect.element(thumb('up')).toHaveAttribute('aria-disabled', 'false')
    },
    'answerFeedback.explaining': async ({ context }) => {
      await expect.element(words()).toHaveValue(context.comment)
      await expect.element(within('Save')).toBeVisible()
      if (context.saved?.rating === 'down')
        await expect
          .element(within('Out of date'))
          .toHaveAttribute('aria-pressed', String(context.reason !== null))
    },
    'answerFeedback.saving': () => expect.element(thumb('up')).toHaveAttribute('aria-disabled', 'true'),
    'answerFeedback.savingExplanation': () => expect.element(within('Saving…')).toBeDisabled(),
  },
})

const note = (n: number) =>
  page
    .getByRole('group', { name: 'Sources' })
    .getByRole('listitem')
    .nth(n - 1)
    .getByRole('button')
const sheet = () => page.getByRole('dialog')

walkView({
  machine: readerMachine,
  model: readerModel,
  scene: (reader) => scene({ reader }),
  heard: ['passage.changed'],
  does: {
    'passage.opened': ({ passage }) => note(passage.document_id === null ? 2 : 1).click(),
    'reader.closed': () => sheet().getByRole('button', { name: 'Close' }).click(),
    'retry.requested': () => sheet().getByRole('button', { name: 'Try Again' }).click(),
  },
  sees: {
    'reader.closed': () => expect.element(sheet()).not.toBeInTheDocument(),
    'reader.open': ({ context }) =>
      expect
        .element(
          sheet().getByRole('heading', {
            name: (context.passage?.document_id === null ? GONE : KEPT).document_name,
          }),
        )
        .toBeVisible(),
    'reader.open.loading': () => expect.element(sheet().getByRole('alert')).not.toBeInTheDocument(),
    'reader.open.ready': ({ context }) =>
      expect
        .element(sheet().getByRole('article'))
        .toMatchTextContent(context.source?.passages[0]?.content ?? '?'),
    'reader.open.failed': ({ context }) =>
      expect.element(sheet().getByRole('alert')).toMatchTextContent(context.error ?? '?'),
    'reader.open.gone': () => expect.element(sheet()).toMatchTextContent('The document was deleted.'),
  },
})

it('words of an edited passage are not shown as quoted', async () => {
  const edited = { ...searchHit('p1').passage, content: 'Every sale is final, so ask Bob at the desk.' }
  const source = { document: documentOf('d1'), is_current: true, passages: [edited] }
  const reader = readerMachine.provide({ actors: { loadDocument: fromPromise(async () => source) } })
  const stage = await openStage(scene({ reader }))
  await note(1).click()
  const article = sheet().getByRole('article')
  await expect.element(article).toMatchTextContent('The document has changed since then.')
  await expect.element(article).toMatchTextContent(edited.content)
  expect([...article.element().querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    KEPT.quote,
  ])
  await stage.close()
})

const numeral = (n: number) => page.getByRole('button', { name: new RegExp(`^Source ${n}:`) })

it('a numeral is lit while its passage is pointed at', async () => {
  const stage = await openStage(scene({}))
  for (const n of [1, 2]) {
    await userEvent.hover(note(n))
    await expect.element(numeral(n)).toHaveAttribute('data-pointed')
    await expect.element(numeral(3 - n)).not.toHaveAttribute('data-pointed')
  }
  await userEvent.hover(page.getByRole('heading', { name: 'How long?' }))
  for (const n of [1, 2]) await expect.element(numeral(n)).not.toHaveAttribute('data-pointed')
  await stage.close()
})

/** The thread, and what it becomes when the button is pressed. */
function Changing({ steps }: { steps: readonly (readonly Part[])[] }) {
  const [step, setStep] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setStep(step + 1)}>
        Go on
      </button>
      <Shown thread={steps[step] ?? []} />
    </>
  )
}

const goOn = () => page.getByRole('button', { name: 'Go on' })
const saved = {
  answerFeedback: answerFeedbackMachine.provide({
    actors: { saveFeedback: fromPromise(async () => {}) },
    actions: { announceFeedback: () => {} },
  }),
}

it('[S2.17] a comment that is being written stays when the next question is asked', async () => {
  const next: Part = {
    key: 'pending',
    at: 1,
    exchange: { key: 'pending', question: 'And abroad?', answer: null },
  }
  const stage = await openStage(scene(saved, <Changing steps={[[first], [first, next]]} />))
  await thumb('down').click()
  await words().fill('It is 30 days now.')
  await goOn().click()
  await expect.element(page.getByRole('heading', { name: 'And abroad?' })).toBeVisible()
  await expect.element(words()).toHaveValue('It is 30 days now.')
  await stage.close()
})

it('[S2.17] the form for a comment takes the focus of the button that opens it, and gives it back to the answer', async () => {
  const stage = await openStage(scene(saved))
  await thumb('up').click()
  const why = page.getByRole('button', { name: 'Tell us why' })
  await why.click()
  await expect.element(words()).toHaveFocus()
  await userEvent.keyboard('Clear.')
  await within('Close').click()
  await expect.element(explanation()).not.toBeInTheDocument()
  expect(document.activeElement).toContainElement(why.element() as HTMLElement)
  expect(document.activeElement).not.toContainElement(note(1).element() as HTMLElement)
  await stage.close()
})

it('[S2.17] an answer that was written again has no rating yet', async () => {
  const streaming: Part = {
    ...first,
    exchange: { ...first.exchange, answer: { ...answer, status: 'streaming' } },
  }
  const stage = await openStage(scene(saved, <Changing steps={[[first], [streaming], [first]]} />))
  await thumb('up').click()
  await expect.element(thumb('up')).toHaveAttribute('aria-pressed', 'true')
  await goOn().click()
  await expect.element(thumb('up')).not.toBeInTheDocument()
  await goOn().click()
  await expect.element(thumb('up')).toHaveAttribute('aria-pressed', 'false')
  await stage.close()
})
