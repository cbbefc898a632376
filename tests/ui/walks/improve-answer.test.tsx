import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { fromPromise } from 'xstate'
import { improveAnswerMachine } from '../../../src/machines/assistants/improve-answer/improve-answer.machine.ts'
import { passageSearchMachine } from '../../../src/machines/knowledge/passage-search.machine.ts'
import type { SearchResults } from '../../../src/services/contract/search.ts'
import { ImproveDialog } from '../../../src/ui/assistants/improve/improve-dialog.tsx'
import { Started } from '../../harness/stage.tsx'
import { improveAnswerModel } from '../../machines/improve-answer.model.ts'
import { integration, knowledgeBase, searchHit } from '../../machines/samples.ts'
import { walkView } from './walk.tsx'
import { dialog } from './walk-form.tsx'

const improving = dialog('Improve this answer')
const inDialog = (name: string | RegExp) => improving().getByRole('button', { name })
const says = (text: string) => expect.element(improving()).toMatchTextContent(text)
const answer = () => improving().getByRole('textbox', { name: 'Answer' })
const WAYS = { pair: 'Answer', passage: 'Passage', text: 'Document' } as const

const passageSearch = passageSearchMachine.provide({
  actors: {
    searchPassages: fromPromise<SearchResults>(async () => ({
      hits: [searchHit('p1')],
      searched: 12,
      answerable: true,
      language_unknown: false,
      took_ms: 40,
    })) as never,
  },
})

/** [S2.14] Issue 40. */
walkView({
  machine: improveAnswerMachine,
  model: {
    ...improveAnswerModel,
    // What is shown is filled in, and what is chosen already is not chosen again.
    events: (snapshot) =>
      improveAnswerModel.events(snapshot).filter((event) => {
        const { way, values } = snapshot.context
        if (event.type === 'way.chosen') return event.way !== way
        if (event.type !== 'field.changed') return true
        return event.name === 'hit' ? way === 'passage' && values.hit === null : way === 'pair'
      }),
  },
  scene: (improveAnswer) => ({
    view: <Started machine={improveAnswer}>{(actor) => <ImproveDialog actor={actor} />}</Started>,
    data: { knowledgeBases: [knowledgeBase()], integrations: [integration()] },
  }),
  actors: { passageSearch },
  heard: ['improving.opened'],
  does: {
    'way.chosen': ({ way }) =>
      improving()
        .getByText(WAYS[way as keyof typeof WAYS], { exact: true })
        .first()
        .click(),
    'field.changed': async ({ name, value }) => {
      if (name === 'answer') return answer().fill(value)
      await inDialog('Search').click()
      await improving()
        .getByRole('radio', { name: /Returns policy/ })
        .click()
    },
    'form.submitted': () => inDialog('Save and ask again').click(),
    'form.closed': () =>
      inDialog(/^(Cancel|Close)$/)
        .last()
        .click(),
    'writing.resumed': () => inDialog('Improve further').click(),
    'retry.requested': () => inDialog('Try Again').click(),
  },
  sees: {
    'improveAnswer.closed': () => expect.element(page.getByRole('dialog')).not.toBeInTheDocument(),
    'improveAnswer.open.writing': async ({ context: { way, values, error, fieldErrors } }) => {
      await expect.element(improving().getByRole('radio', { name: WAYS[way], exact: true })).toBeChecked()
      if (way === 'pair') await expect.element(answer()).toHaveValue(values.answer)
      if (way === 'passage' && values.hit)
        await expect.element(improving().getByRole('radio', { name: /Returns policy/ })).toBeChecked()
      for (const text of [error, ...Object.values(fieldErrors)]) if (text) await says(text)
    },
    'improveAnswer.open.saving': () => expect.element(inDialog('Saving…')).toBeDisabled(),
    'improveAnswer.open.indexing': () => says('Reading the document…'),
    'improveAnswer.open.asking': () => says('Asking the question again…'),
    'improveAnswer.open.settling': async () => {
      await says('Closing the gap…')
      await expect.element(inDialog('Close').last()).toBeDisabled()
    },
    'improveAnswer.open.filled': () => says('The gap is closed.'),
    'improveAnswer.open.improved': () => says('The assistant now answers from this document.'),
    'improveAnswer.open.answeredOtherwise': async () => {
      await says('The assistant answers, but not from this document.')
      await says('unsupported')
    },
    'improveAnswer.open.stillOpen': () => says('The assistant still cannot find an answer.'),
    'improveAnswer.open.failed': ({ context }) => says(context.error ?? '?'),
    'improveAnswer.open.unsettled': ({ context }) => says(context.error ?? '?'),
    'improveAnswer.open.refused': async ({ context }) => {
      await says(context.error ?? '?')
      await expect.element(inDialog('Try Again')).not.toBeInTheDocument()
    },
  },
})
