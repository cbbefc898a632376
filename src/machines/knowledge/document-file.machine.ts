import { t } from '../../texts/t.ts'
import { createOperationMachine, type OperationRef } from '../shared/operation.machine.ts'
import type { ChosenFile } from './upload.setup.ts'

/** The document that the file belongs to. */
export interface FiledDocument {
  readonly id: string
  readonly name: string
  /** An older version; the latest one if omitted. */
  readonly version?: number
}

/** The action on its file. */
type FileRequest =
  | { readonly kind: 'download'; readonly document: FiledDocument }
  | { readonly kind: 'replace'; readonly document: FiledDocument; readonly file: ChosenFile }

export const documentFileMachine = createOperationMachine<FileRequest>({
  id: 'documentFile',
  description: 'The file of a document: saved as it was sent, or replaced by another one.',
  fallback: t('The file could not be transferred. Please try again.'),
  failure: ({ document }, reason) => `“${document.name}”: ${reason}`,
})

export type DocumentFileRef = OperationRef<FileRequest>
