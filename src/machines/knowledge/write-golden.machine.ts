import type { GoldenQuestion, NewGoldenQuestion } from '../../services/contract/golden.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'

export interface GoldenValues {
  readonly knowledgeBaseId: string
  /** The question that is changed; null for a new one. */
  readonly id: string | null
  readonly question: string
  /** What should be found; a document, and what its passage says where only one of them counts. */
  readonly documentId: string
  readonly quote: string
  /** What else counts as found; the dialog keeps it as it is. */
  readonly others: NewGoldenQuestion['expected']
}

/** The dialog in which a golden question is written with what should be found for it. */
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
