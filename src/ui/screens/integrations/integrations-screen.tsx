import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { canEdit } from '../../../machines/organizations/organizations.selectors.ts'
import type { Integration } from '../../../services/contract/integrations.ts'
import { Button } from '../../parts/button.tsx'
import { Card, CardFacts, CardTitle } from '../../parts/card.tsx'
import { CheckList } from '../../parts/check-list.tsx'
import { TextField } from '../../parts/form.tsx'
import { counted } from '../../parts/format.ts'
import { LaterFormDialog } from '../../parts/later-form-dialog.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { Page } from '../../parts/page.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { CardGrid, EmptyState, SkeletonCards } from '../../parts/states.tsx'
import { IntegrationBadge } from '../../parts/status-badge.tsx'
import { useViewActor } from '../../view-actor.ts'
import { useOrganizationId, useResource, useResourceData, useWorkspace } from '../../workspace.ts'
import { useIntegrationsMachines } from './machines.ts'

export function IntegrationsScreen() {
  const organizationId = useOrganizationId()
  const integrations = useResource('integrations', { organizationId })
  const knowledgeBases = useResource('knowledgeBases', { organizationId })
  const creation = useViewActor(useIntegrationsMachines().createIntegration)
  const isEmpty = useSelector(integrations.actor, (resource) => resource.hasTag('empty'))
  const editable = useSelector(useWorkspace().organizations, canEdit)
  const choices = useResourceData(knowledgeBases) ?? []
  const areChoicesComing = useSelector(knowledgeBases.actor, (resource) => resource.hasTag('loading'))
  const create = editable && (
    <Button
      variant="primary"
      disabled={areChoicesComing}
      onClick={() =>
        creation.send({
          type: 'form.opened',
          values: {
            organization_id: organizationId,
            knowledge_base_ids: choices.length === 1 ? choices.map(({ id }) => id) : [],
          },
        })
      }
    >
      New integration
    </Button>
  )
  return (
    <Page
      title="Integrations"
      lead="Assistants that answer from your knowledge bases and cite their sources."
      action={!isEmpty && create}
    >
      <ResourceView
        resource={integrations}
        skeleton={<SkeletonCards />}
        empty={
          areChoicesComing ? (
            <SkeletonCards />
          ) : choices.length > 0 ? (
            <EmptyState title="No assistants yet." action={create}>
              An integration is an assistant on one or more knowledge bases. Create one, then ask it something
              in its Playground.
            </EmptyState>
          ) : (
            <EmptyState
              title="First, add something to read."
              action={<ButtonLink to="/knowledge-bases">Go to Knowledge Bases</ButtonLink>}
            >
              An assistant answers from knowledge bases, and there is none yet. Create one and drop in a
              document; then come back.
            </EmptyState>
          )
        }
      >
        {(list) => (
          <CardGrid>
            {list.map((integration) => (
              <IntegrationCard key={integration.id} integration={integration} />
            ))}
          </CardGrid>
        )}
      </ResourceView>
      <LaterFormDialog actor={creation} title="New integration" submit="Create" busy="Creating…">
        <TextField name="name" label="Name" maxLength={80} placeholder="Returns helper" autoFocus />
        <TextField name="description" label="Description" maxLength={160} />
        <CheckList
          name="knowledge_base_ids"
          label="Answers from"
          choices={choices.map(({ id, name, counts }) => ({
            id,
            label: name,
            hint: counted(counts.documents, 'document'),
          }))}
          empty="There is no knowledge base yet: create one first."
        />
      </LaterFormDialog>
    </Page>
  )
}

function IntegrationCard({ integration }: { integration: Integration }) {
  const { id, name, description, status, counts, knowledge_base_ids } = integration
  return (
    <Card as="article">
      <Flex justify="space-between" align="flex-start" gap="4">
        <CardTitle to={`/integrations/${id}`}>{name}</CardTitle>
        <IntegrationBadge status={status} />
      </Flex>
      <Text color="ink.2" fontSize="md" lineClamp={2} minHeight="1.5em">
        {description}
      </Text>
      <CardFacts>
        <span>
          <b>{counts.questions}</b> {counts.questions === 1 ? 'question' : 'questions'}
        </span>
        {counts.questions > 0 && (
          <span>
            <b>{Math.round((100 * counts.answered) / counts.questions)} %</b> answered
          </span>
        )}
        <span>{counted(knowledge_base_ids.length, 'knowledge base')}</span>
      </CardFacts>
    </Card>
  )
}
