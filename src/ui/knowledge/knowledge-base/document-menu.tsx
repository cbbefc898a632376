import { Menu, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import {
  BookOpen,
  CircleSlash,
  Download,
  Ellipsis,
  History,
  Lock,
  type LucideIcon,
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
import { IconButton } from '../../parts/button.tsx'
import { ask } from '../../parts/confirm-dialog.tsx'
import { ACCEPTED_FILES } from '../../parts/file-drop.tsx'
import { FileInput } from '../../parts/file-input.tsx'
import { MenuLayer } from '../../parts/menu-layer.tsx'
import { createProvided } from '../../provided.ts'
import { useDocumentReaders } from '../readers/managed-documents.tsx'

interface DocumentMenuProps {
  document: Document
  actor: KnowledgeBaseRef
  deletion: ConfirmationRef
  editable: boolean
  open: () => void
}

interface Entry {
  readonly id: string
  readonly label: string
  readonly icon: LucideIcon
  readonly run: () => void
  /** Whether it waits for another action. */
  readonly waits: boolean
}

/** The actions on one document. */
export function DocumentMenu({ document, actor, deletion, editable, open }: DocumentMenuProps) {
  const { id, name, source, status, enabled, is_searchable } = document
  const { renaming, file, versions } = useDocumentActors()
  const { change: changeReaders } = useDocumentReaders()
  const knowledgeBaseId = useSelector(actor, ({ context }) => context.knowledgeBaseId)
  const filing = useSelector(file, (snapshot) => snapshot.hasTag('busy'))
  const changing = useSelector(actor, (snapshot) => snapshot.matches({ change: 'changing' }))
  const replacement = useRef<HTMLInputElement>(null)
  const change = (action: 'enable' | 'disable' | 'retry') =>
    actor.send({ type: 'change.requested', ids: [id], action, ofSelection: false })
  const entry = (label: string, icon: LucideIcon, run: () => void, waits = false): Entry => ({
    id: label,
    label,
    icon,
    run,
    waits,
  })
  const isTyped = source === 'text' || source === 'faq'
  const [enable, disable] =
    source === 'faq' ? [t('Approve'), t('Make it a draft')] : [t('Enable'), t('Disable')]
  const entries: readonly Entry[] = [
    ...(is_searchable || !enabled ? [entry(t('Open'), BookOpen, open)] : []),
    entry(
      t('Download'),
      Download,
      () => file.send({ type: 'operation.requested', request: { kind: 'download', document: { id, name } } }),
      filing,
    ),
    ...(document.version > 1
      ? [
          entry(t('Versions'), History, () =>
            versions.send({ type: 'versions.opened', document: { id, name } }),
          ),
        ]
      : []),
    ...(changeReaders ? [entry(t('Readers'), Lock, () => changeReaders([document]))] : []),
    ...(editable && isTyped
      ? [
          entry(t('Edit'), PencilLine, () =>
            actor.send({ type: 'text.requested', document: { id, source, name, enabled } }),
          ),
        ]
      : []),
    ...(editable
      ? [
          ...(source === 'faq'
            ? []
            : [
                entry(t('Rename'), TextCursorInput, () =>
                  renaming.send({ type: 'form.opened', values: { id, name } }),
                ),
              ]),
          ...(source === 'file'
            ? [entry(t('Replace with another file'), Replace, () => replacement.current?.click(), filing)]
            : []),
          ...(status === 'failed' || status === 'cancelled'
            ? [entry(t('Try again'), RotateCcw, () => change('retry'), changing)]
            : []),
          entry(
            enabled ? disable! : enable!,
            CircleSlash,
            () => change(enabled ? 'disable' : 'enable'),
            changing,
          ),
          entry(t('Delete'), Trash2, () =>
            ask(deletion, { id: knowledgeBaseId, name: t('“{quoted}”', { quoted: name }), parts: [id] }),
          ),
        ]
      : []),
  ]
  return (
    <>
      <Menu.Root
        lazyMount
        unmountOnExit
        positioning={{ placement: 'bottom-end' }}
        onSelect={({ value }) => entries.find((one) => one.id === value)?.run()}
      >
        <Menu.Trigger asChild>
          <IconButton label={t('Actions for {name}', { name })}>
            <Ellipsis aria-hidden />
          </IconButton>
        </Menu.Trigger>
        <MenuLayer label={t('Actions for {name}', { name })}>
          {entries.map(({ id: value, label, icon: Icon, waits }) => (
            <Menu.Item key={value} value={value} disabled={waits}>
              <Icon aria-hidden />
              <Text as="span" flex="1">
                {label}
              </Text>
            </Menu.Item>
          ))}
        </MenuLayer>
      </Menu.Root>
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
  readonly renaming: FormRef<DocumentNameValues, Document>
  readonly file: DocumentFileRef
  readonly versions: DocumentVersionsRef
}

/** The actors that every row of the document list sends to. */
export const [DocumentActors, useDocumentActors] = createProvided<Actors>('DocumentActors')
