import { useSelector } from '@xstate/react'
import {
  BookOpen,
  CircleSlash,
  Download,
  History,
  Lock,
  PencilLine,
  Replace,
  RotateCcw,
  TextCursorInput,
  Trash2,
} from 'lucide-react'
import { useRef } from 'react'
import type { DocumentFileRef } from '../../../machines/knowledge/document-file.machine.ts'
import type { DocumentNameValues } from '../../../machines/knowledge/document-forms.machine.ts'
import type { DocumentVersionsRef } from '../../../machines/knowledge/document-versions.machine.ts'
import type { KnowledgeBaseRef } from '../../../machines/knowledge/knowledge-base.machine.ts'
import type { ConfirmationRef } from '../../../machines/shared/confirmation.machine.ts'
import type { FormRef } from '../../../machines/shared/form/form.machine.ts'
import type { Document } from '../../../services/contract/documents.ts'
import { t } from '../../../texts/t.ts'
import { ask } from '../../parts/confirm-dialog.tsx'
import { ACCEPTED_FILES } from '../../parts/file-drop.tsx'
import { FileInput } from '../../parts/file-input.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { createProvided } from '../../provided.ts'
import { useDocumentReaders } from '../readers/managed-documents.tsx'

interface DocumentMenuProps {
  document: Document
  actor: KnowledgeBaseRef
  editable: boolean
  open: () => void
}

/** The actions on one document. */
export function DocumentMenu({ document, actor, editable, open }: DocumentMenuProps) {
  const { id, name, source, status, enabled, is_searchable } = document
  const { deletion, renaming, file, versions } = useDocumentActors()
  const { change: changeReaders } = useDocumentReaders()
  const knowledgeBaseId = useSelector(actor, ({ context }) => context.knowledgeBaseId)
  const filing = useSelector(file, (snapshot) => snapshot.hasTag('busy'))
  const changing = useSelector(actor, (snapshot) => snapshot.matches({ change: 'changing' }))
  const replacement = useRef<HTMLInputElement>(null)
  const change = (action: 'enable' | 'disable' | 'retry') =>
    actor.send({ type: 'change.requested', ids: [id], action, ofSelection: false })
  const [enable, disable] =
    source === 'faq' ? [t('Approve'), t('Make it a draft')] : [t('Enable'), t('Disable')]
  const actions = [
    (is_searchable || !enabled) && { label: t('Open'), icon: BookOpen, run: open },
    {
      label: t('Download'),
      icon: Download,
      run: () =>
        file.send({ type: 'operation.requested', request: { kind: 'download', document: { id, name } } }),
      waits: filing,
    },
    document.version > 1 && {
      label: t('Versions'),
      icon: History,
      run: () => versions.send({ type: 'versions.opened', document: { id, name } }),
    },
    changeReaders !== null && { label: t('Readers'), icon: Lock, run: () => changeReaders([document]) },
    editable &&
      (source === 'text' || source === 'faq') && {
        label: t('Edit'),
        icon: PencilLine,
        run: () => actor.send({ type: 'text.requested', document: { id, source, name, enabled } }),
      },
    editable &&
      source !== 'faq' && {
        label: t('Rename'),
        icon: TextCursorInput,
        run: () => renaming.send({ type: 'form.opened', values: { id, name } }),
      },
    editable &&
      source === 'file' && {
        label: t('Replace with another file'),
        icon: Replace,
        run: () => replacement.current?.click(),
        waits: filing,
      },
    editable &&
      (status === 'failed' || status === 'cancelled') && {
        label: t('Try again'),
        icon: RotateCcw,
        run: () => change('retry'),
        waits: changing,
      },
    editable && {
      label: enabled ? disable! : enable!,
      icon: CircleSlash,
      run: () => change(enabled ? 'disable' : 'enable'),
      waits: changing,
    },
    editable && {
      label: t('Delete'),
      icon: Trash2,
      run: () => ask(deletion, { id: knowledgeBaseId, name: t('“{quoted}”', { quoted: name }), parts: [id] }),
    },
  ].filter((action) => action !== false)
  return (
    <>
      <RowMenu label={t('Actions for {name}', { name })} actions={actions} />
      {editable && source === 'file' && (
        <FileInput
          ref={replacement}
          accept={ACCEPTED_FILES}
          label={t('Replace {name}', { name })}
          onFiles={([chosen]) =>
            chosen &&
            file.send({
              type: 'operation.requested',
              request: { kind: 'replace', document: { id, name }, file: chosen },
            })
          }
        />
      )}
    </>
  )
}

interface Actors {
  readonly deletion: ConfirmationRef
  readonly renaming: FormRef<DocumentNameValues, Document>
  readonly file: DocumentFileRef
  readonly versions: DocumentVersionsRef
}

/** The actors that every row of the document list sends to. */
export const [DocumentActors, useDocumentActors] = createProvided<Actors>('DocumentActors')
