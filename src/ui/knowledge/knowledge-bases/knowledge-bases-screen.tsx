import { useSelector } from '@xstate/react'
import { canEdit, canManage } from '../../../machines/organizations/organizations/organizations.selectors.ts'
import type { KnowledgeBase, KnowledgeBaseStatus } from '../../../services/contract/knowledge-bases.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { Card, CardGrid, SkeletonCards } from '../../parts/card.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { formatBytes } from '../../parts/format.ts'
import { Page } from '../../parts/page.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Rich } from '../../parts/rich.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { stateBadge } from '../../parts/status-badge.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useOrganizationId, useResource, useWorkspace } from '../../workspace.ts'
import { ClosedThings } from '../readers/closed-things.tsx'
import { ReadersDialog } from '../readers/readers-dialog.tsx'

const KnowledgeBaseBadge = stateBadge<KnowledgeBaseStatus>({
  empty: ['quiet', t('Empty')],
  indexing: ['caution', t('Reading')],
  ready: ['good', t('Ready')],
  degraded: ['caution', t('Some failed')],
  error: ['problem', t('Failed')],
})

export function KnowledgeBasesScreen() {
  const organizationId = useOrganizationId()
  const knowledgeBases = useResource('knowledgeBases', { organizationId })
  const creation = useProvidedActor('createKnowledgeBase')
  const isEmpty = useSelector(knowledgeBases.actor, (resource) => resource.hasTag('empty'))
  const { organizations } = useWorkspace()
  const editable = useSelector(organizations, canEdit)
  const manages = useSelector(organizations, canManage)
  const readers = useProvidedActor('changeReaders')
  const create = editable && (
    <Button variant="primary" onClick={() => creation.send({ type: 'form.opened', organizationId })}>
      {t('New knowledge base')}
    </Button>
  )
  return (
    <Page
      title={t('Knowledge Bases')}
      lead={t('The documents that your assistants answer from.')}
      action={!isEmpty && create}
    >
      <ResourceView
        resource={knowledgeBases}
        skeleton={<SkeletonCards />}
        empty={
          <EmptyState title={t('No knowledge bases yet.')} action={create}>
            {t(
              'A knowledge base holds documents on one subject. Add handbooks, policies or saved web pages; assistants answer from them and cite their sources.',
            )}
          </EmptyState>
        }
      >
        {(list) => (
          <CardGrid>
            {list.map((knowledgeBase) => (
              <KnowledgeBaseCard key={knowledgeBase.id} knowledgeBase={knowledgeBase} />
            ))}
          </CardGrid>
        )}
      </ResourceView>
      {manages && <ClosedThings of="base" actor={readers} />}
      {manages && <ReadersDialog actor={readers} />}
      <FormDialog actor={creation} title={t('New knowledge base')} submit={t('Create')} busy={t('Creating…')}>
        <TextField
          name="name"
          label={t('Name')}
          maxLength={80}
          placeholder={t('Returns and repairs')}
          autoFocus
        />
        <TextField name="description" label={t('Description')} rows={3} maxLength={500} />
      </FormDialog>
    </Page>
  )
}

function KnowledgeBaseCard({ knowledgeBase }: { knowledgeBase: KnowledgeBase }) {
  const { id, status, counts, integration_ids } = knowledgeBase
  return (
    <Card to={`/knowledge-bases/${id}`} of={knowledgeBase} badge={<KnowledgeBaseBadge status={status} />}>
      <span>
        <Rich
          text={t('<0>{documents}</0> {documents, plural, one {document} other {documents}}', {
            documents: counts.documents,
          })}
          parts={[<b />]}
        />
      </span>
      <span>
        {t('{passages, plural, =0 {No passages} one {# passage} other {# passages}}', {
          passages: counts.passages,
        })}
      </span>
      <span>{formatBytes(counts.bytes)}</span>
      <span>
        {t('{integration_ids, plural, =0 {No assistants} one {# assistant} other {# assistants}}', {
          integration_ids: integration_ids.length,
        })}
      </span>
    </Card>
  )
}
