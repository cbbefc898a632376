import type { GoldenQuestion, NewGoldenQuestion } from '../../services/contract/golden.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'

export interface GoldenValues {
  readonly knowledgeBaseId: string
  /** The question to change; null for a new one. */
  readonly id: string | null
  readonly question: string
  /** What should be found; a document, plus a passage's text if only that passage counts. */
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
