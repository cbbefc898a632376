import type { DocumentFileRef } from '../../../machines/knowledge/document-file.machine.ts'
import type { DocumentNameValues } from '../../../machines/knowledge/document-forms.machine.ts'
import type { DocumentVersionsRef } from '../../../machines/knowledge/document-versions.machine.ts'
import type { FormRef } from '../../../machines/shared/form/form.machine.ts'
import type { Document } from '../../../services/contract/documents.ts'
import { createProvided } from '../../provided.ts'

interface Actors {
  readonly renaming: FormRef<DocumentNameValues, Document>
  readonly file: DocumentFileRef
  readonly versions: DocumentVersionsRef
}

/** The actors that every row of the document list sends to. */
export const [DocumentActors, useDocumentActors] = createProvided<Actors>('DocumentActors')
