import type { Sharing } from '../../services/contract/documents.ts'
import { DOCUMENTS_OPENED_MAX } from '../../services/contract/readers.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine, type FormRef } from '../shared/form/form.machine.ts'
import type { FieldErrors } from '../shared/form/form.parts.ts'

export interface ReadersValues {
  readonly of: 'base' | 'documents' | 'assistant'
  /** Id of the knowledge base or assistant; for documents, of their knowledge base. */
  readonly id: string
  readonly document_ids: readonly string[]
  readonly name: string
  /** Set for a document that follows a service: its readers are shown but cannot be chosen. */
  readonly sharing: Sharing | null
  readonly access: 'everyone' | 'named'
  readonly group_ids: readonly string[]
  readonly user_ids: readonly string[]
}

/** The dialog that sets who can read a knowledge base or its documents, or use an assistant. */
export const changeReadersMachine = createFormMachine<ReadersValues, unknown>({
  id: 'changeReaders',
  description:
    'Says who may read a knowledge base or documents of it, or use an assistant: everyone, or only some groups and people.',
  initial: 'closed',
  empty: {
    of: 'base',
    id: '',
    document_ids: [],
    name: '',
    sharing: null,
    access: 'everyone',
    group_ids: [],
    user_ids: [],
  },
  validate: ({ document_ids, access, group_ids, user_ids }): FieldErrors => ({
    ...(document_ids.length > DOCUMENTS_OPENED_MAX && {
      access: t('Select at most {max} documents at once.', { max: DOCUMENTS_OPENED_MAX }),
    }),
    ...(access === 'named' &&
      group_ids.length === 0 &&
      user_ids.length === 0 && { user_ids: t('Choose at least one group or person.') }),
  }),
  fallback: t('The readers could not be saved. Please try again.'),
  says: () => t('Readers saved.'),
})

export type ChangeReadersRef = FormRef<ReadersValues, unknown>
