import type { Document } from '../../services/contract/documents.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'

export interface FaqValues {
  readonly knowledgeBaseId: string
  /** The document to change; null for a new one. */
  readonly id: string | null
  readonly question: string
  readonly answer: string
  /** Assistants read it; a draft waits for approval. */
  readonly approved: boolean
}

/** The dialog for writing a question and its answer. */
export const writeFaqMachine = createFormMachine<FaqValues, Document>({
  id: 'writeFaq',
  description: 'Writes a question with its answer, or changes one.',
  initial: 'closed',
  empty: { knowledgeBaseId: '', id: null, question: '', answer: '', approved: true },
  validate: ({ question, answer }) => ({
    ...(question.trim() === '' && { question: t('Enter the question as people ask it.') }),
    ...(answer.trim() === '' && { answer: t('Write the answer.') }),
  }),
  fallback: t('The question could not be saved. Please try again.'),
})
