import type { GoldenQuestion, NewGoldenQuestion } from '../../services/contract/golden.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'
import { createOperationMachine, type OperationRef } from '../shared/operation.machine.ts'

interface GoldenRunRequest {
  readonly knowledgeBaseId: string
}

export const goldenRunMachine = createOperationMachine<GoldenRunRequest>({
  id: 'goldenRun',
  description: 'Begins a run of the golden questions.',
  fallback: t('The questions could not be asked. Please try again.'),
})

export type GoldenRunRef = OperationRef<GoldenRunRequest>

/** An answer, or a passage that a question found. */
export type GoldenSource =
  | { readonly kind: 'answer'; readonly messageId: string }
  | {
      readonly kind: 'passage'
      readonly knowledgeBaseId: string
      readonly question: string
      readonly documentId: string
      readonly quote: string
    }

export const takeGoldenMachine = createOperationMachine<GoldenSource>({
  id: 'takeGolden',
  description: 'A question and what was found for it become a golden question.',
  done: t('Saved as a golden question.'),
  fallback: t('The golden question could not be saved. Please try again.'),
})

export interface GoldenValues {
  readonly knowledgeBaseId: string
  /** The question to change; null for a new one. */
  readonly id: string | null
  readonly question: string
  /** The expected result: a document, plus a passage's text if only that passage counts. */
  readonly documentId: string
  readonly quote: string
  /** Alternatives that also count as found; the dialog keeps them unchanged. */
  readonly others: NewGoldenQuestion['expected']
}

/** The dialog for writing a golden question and what it should find. */
export const writeGoldenMachine = createFormMachine<GoldenValues, GoldenQuestion>({
  id: 'writeGolden',
  description: 'Writes a golden question, or changes one.',
  initial: 'closed',
  empty: { knowledgeBaseId: '', id: null, question: '', documentId: '', quote: '', others: [] },
  validate: ({ question, documentId }) => ({
    ...(question.trim() === '' && { question: t('Enter the question as people ask it.') }),
    ...(documentId === '' && { documentId: t('Choose the document to find.') }),
  }),
  fallback: t('The question could not be saved. Please try again.'),
})
