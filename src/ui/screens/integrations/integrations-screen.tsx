import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { canEdit } from '../../../machines/organizations/organizations.selectors.ts'
import type { Integration } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { Card, CardFacts, CardTitle } from '../../parts/card.tsx'
import { CheckList } from '../../parts/check-list.tsx'
import { TextField } from '../../parts/form.tsx'
import { LaterFormDialog } from '../../parts/later-form-dialog.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { Page } from '../../parts/page.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Rich } from '../../parts/rich.tsx'
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
      {t('New integration')}
    </Button>
  )
  return (
    <Page
      title={t('Integrations')}
      lead={t('Assistants that answer from your knowledge bases and cite their sources.')}
      action={!isEmpty && create}
    >
      <ResourceView
        resource={integrations}
        skeleton={<SkeletonCards />}
        empty={
          areChoicesComing ? (
            <SkeletonCards />
          ) : choices.length > 0 ? (
            <EmptyState title={t('No assistants yet.')} action={create}>
              {t(
                'An integration is an assistant on one or more knowledge bases. Create one, then ask it something in its Playground.',
              )}
            </EmptyState>
          ) : (
            <EmptyState
              title={t('First, add something to read.')}
              action={<ButtonLink to="/knowledge-bases">{t('Go to Knowledge Bases')}</ButtonLink>}
            >
              {t(
                'An assistant answers from knowledge bases, and there is none yet. Create one and drop in a document; then come back.',
              )}
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
      <LaterFormDialog
        actor={creation}
        title={t('New integration')}
        submit={t('Create')}
        busy={t('Creating…')}
      >
        <TextField name="name" label={t('Name')} maxLength={80} placeholder={t('Returns helper')} autoFocus />
        <TextField name="description" label={t('Description')} maxLength={160} />
        <CheckList
          name="knowledge_base_ids"
          label={t('Answers from')}
          choices={choices.map(({ id, name, counts }) => ({
            id,
            label: name,
            hint: t('{documents, plural, =0 {No documents} one {# document} other {# documents}}', {
              documents: counts.documents,
            }),
          }))}
          empty={t('There is no knowledge base yet: create one first.')}
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
          <Rich
            text={t('<0>{questions}</0> {questions, plural, one {question} other {questions}}', {
              questions: counts.questions,
            })}
            parts={[<b />]}
          />
        </span>
        {counts.questions > 0 && (
          <span>
            <Rich
              text={t('<0>{value} %</0> answered', {
                value: Math.round((100 * counts.answered) / counts.questions),
              })}
              parts={[<b />]}
            />
          </span>
        )}
        <span>
          {t(
            '{knowledge_base_ids, plural, =0 {No knowledge bases} one {# knowledge base} other {# knowledge bases}}',
            { knowledge_base_ids: knowledge_base_ids.length },
          )}
        </span>
      </CardFacts>
    </Card>
  )
}
