import type { Document } from '../../services/contract/documents.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'

export interface TypedTextValues {
  readonly knowledgeBaseId: string
  /** The document to change; null for a new one. */
  readonly id: string | null
  readonly name: string
  readonly text: string
}

/** The dialog for typing a text that becomes a document. */
export const writeTextMachine = createFormMachine<TypedTextValues, Document>({
  id: 'writeText',
  description: 'Types a text that becomes a document, or changes one.',
  initial: 'closed',
  empty: { knowledgeBaseId: '', id: null, name: '', text: '' },
  validate: ({ name, text }) => ({
    ...(name.trim() === '' && { name: t('Give the text a name.') }),
    ...(text.trim() === '' && { text: t('Enter a text that assistants can quote.') }),
  }),
  fallback: t('The text could not be saved. Please try again.'),
})
