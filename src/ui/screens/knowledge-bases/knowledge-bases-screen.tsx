import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { canEdit } from '../../../machines/organizations/organizations.selectors.ts'
import type { KnowledgeBase } from '../../../services/contract/knowledge-bases.ts'
import { Button } from '../../parts/button.tsx'
import { Card, CardFacts, CardTitle } from '../../parts/card.tsx'
import { TextField } from '../../parts/form.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { counted, formatBytes } from '../../parts/format.ts'
import { Page } from '../../parts/page.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { CardGrid, EmptyState, SkeletonCards } from '../../parts/states.tsx'
import { KnowledgeBaseBadge } from '../../parts/status-badge.tsx'
import { useViewActor } from '../../view-actor.ts'
import { useOrganizationId, useResource, useWorkspace } from '../../workspace.ts'
import { useKnowledgeBasesMachines } from './machines.ts'

export function KnowledgeBasesScreen() {
  const organizationId = useOrganizationId()
  const knowledgeBases = useResource('knowledgeBases', { organizationId })
  const creation = useViewActor(useKnowledgeBasesMachines().createKnowledgeBase)
  const isEmpty = useSelector(knowledgeBases.actor, (resource) => resource.hasTag('empty'))
  const editable = useSelector(useWorkspace().organizations, canEdit)
  const create = editable && (
    <Button
      variant="primary"
      onClick={() => creation.send({ type: 'form.opened', values: { organization_id: organizationId } })}
    >
      New knowledge base
    </Button>
  )
  return (
    <Page
      title="Knowledge Bases"
      lead="The documents that your assistants answer from."
      action={!isEmpty && create}
    >
      <ResourceView
        resource={knowledgeBases}
        skeleton={<SkeletonCards />}
        empty={
          <EmptyState title="Nothing to quote from yet." action={create}>
            A knowledge base holds documents on one subject. Drop in handbooks, policies or saved web pages;
            assistants then answer from them and say where from.
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
      <FormDialog actor={creation} title="New knowledge base" submit="Create" busy="Creating…">
        <TextField name="name" label="Name" maxLength={80} placeholder="Returns and repairs" autoFocus />
        <TextField name="description" label="Description" rows={3} maxLength={500} />
      </FormDialog>
    </Page>
  )
}

function KnowledgeBaseCard({ knowledgeBase }: { knowledgeBase: KnowledgeBase }) {
  const { id, name, description, status, counts, integration_ids } = knowledgeBase
  return (
    <Card as="article">
      <Flex justify="space-between" align="flex-start" gap="4">
        <CardTitle to={`/knowledge-bases/${id}`}>{name}</CardTitle>
        <KnowledgeBaseBadge status={status} />
      </Flex>
      <Text color="ink.2" fontSize="md" lineClamp={2} minHeight="1.5em">
        {description}
      </Text>
      <CardFacts>
        <span>
          <b>{counts.documents}</b> {counts.documents === 1 ? 'document' : 'documents'}
        </span>
        <span>{counted(counts.passages, 'passage')}</span>
        <span>{formatBytes(counts.bytes)}</span>
        <span>{counted(integration_ids.length, 'assistant')}</span>
      </CardFacts>
    </Card>
  )
}
