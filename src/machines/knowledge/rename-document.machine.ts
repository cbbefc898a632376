import type { Document } from '../../services/contract/documents.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'

export interface DocumentNameValues {
  readonly id: string
  readonly name: string
}

/** The dialog that renames a document. */
export const renameDocumentMachine = createFormMachine<DocumentNameValues, Document>({
  id: 'renameDocument',
  description: 'Gives a document another name.',
  initial: 'closed',
  empty: { id: '', name: '' },
  validate: ({ name }) => (name.trim() === '' ? { name: t('Give the document a name.') } : {}),
  fallback: t('The document could not be renamed. Please try again.'),
})
