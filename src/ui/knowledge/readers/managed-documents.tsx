import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ChangeReadersRef } from '../../../machines/knowledge/change-readers.machine.ts'
import type { Sharing } from '../../../services/contract/documents.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { createProvided } from '../../provided.ts'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'
import { ClosedToYou } from './closed-things.tsx'
import { openReaders } from './readers-button.tsx'

interface Chosen {
  readonly id: string
  readonly name: string
  readonly sharing?: Sharing | null
}

/** Opens the dialog of who can read some documents; null for people who do not manage that. */
export const [DocumentReaders, useDocumentReaders] = createProvided<{
  readonly change: ((documents: readonly Chosen[]) => void) | null
}>('DocumentReaders')

interface ManagedDocumentsProps {
  knowledgeBaseId: string
  actor: ChangeReadersRef
  children: ReactNode
}

/** A knowledge base's documents for people who manage their readers; below, those that are closed to them. */
export function ManagedDocuments({ knowledgeBaseId, actor, children }: ManagedDocumentsProps) {
  const organizationId = useOrganizationId()
  const restricted = useResourceData(
    useResource('restrictedDocuments', { organizationId, id: knowledgeBaseId }),
  )
  const me = useResourceData(useResource('me', {}))?.id
  const change = (documents: readonly Chosen[]) => {
    const [one] = documents
    if (!one) return
    openReaders(actor, {
      of: 'documents',
      id: knowledgeBaseId,
      document_ids: documents.map(({ id }) => id),
      name:
        documents.length === 1
          ? one.name
          : t('{count, plural, one {# document} other {# documents}}', { count: documents.length }),
      me,
      sharing: documents.length === 1 ? (one.sharing ?? null) : null,
      found: documents.length === 1 ? restricted?.find(({ id }) => id === one.id) : undefined,
    })
  }
  return (
    <DocumentReaders value={{ change: restricted === null ? null : change }}>
      {children}
      <ClosedToYou
        restricted={restricted}
        lead={t('You can manage who reads these documents, but not read them.')}
        action={(document) => (
          <Button
            onClick={() => change([document])}
            aria-label={t('Who can read {name}', { name: document.name })}
          >
            <Lock aria-hidden />
            {t('Readers')}
          </Button>
        )}
      />
    </DocumentReaders>
  )
}
