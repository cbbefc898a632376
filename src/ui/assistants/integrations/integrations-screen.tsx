import { Stack } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Suspense, useEffect } from 'react'
import type { IntegrationValues } from '../../../machines/assistants/create-integration.machine.ts'
import {
  canEdit,
  canManage,
  selectCurrentOrganization,
} from '../../../machines/organizations/organizations/organizations.selectors.ts'
import type { GettingStartedRef, Progress } from '../../../machines/shell/getting-started.machine.ts'
import { INTEGRATION_NAME_MAX, type Integration } from '../../../services/contract/integrations.ts'
import type { KnowledgeBase } from '../../../services/contract/knowledge-bases.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { Card, CardGrid, SkeletonCards } from '../../parts/card.tsx'
import { formatShare } from '../../parts/format.ts'
import { later } from '../../parts/later.ts'
import { NewIntegrationDialog } from '../../parts/new-integration-dialog.tsx'
import { Page } from '../../parts/page.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Rich } from '../../parts/rich.tsx'
import { IntegrationBadge } from '../../parts/status-badge.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useOrganizationId, useResource, useResourceData, useWorkspace } from '../../workspace.ts'

/** Needed until the first answer, and never again. */
const GettingStarted = later(async () => (await import('./getting-started.tsx')).GettingStarted)

/** Only for owners and admins. */
const ClosedAssistants = later(async () => (await import('./closed-assistants.tsx')).ClosedAssistants)

export function IntegrationsScreen() {
  const organizationId = useOrganizationId()
  const integrations = useResource('integrations', { organizationId })
  const knowledgeBases = useResource('knowledgeBases', { organizationId })
  const creation = useProvidedActor('createIntegration')
  const steps = useFirstSteps(useProvidedActor('gettingStarted', { input: { organizationId } }), {
    integrations,
    knowledgeBases,
  })
  const areStepsShown = useSelector(steps, (snapshot) => snapshot.hasTag('shown'))
  const { organizations } = useWorkspace()
  const organization = useSelector(organizations, selectCurrentOrganization)
  const editable = useSelector(organizations, canEdit)
  const manages = useSelector(organizations, canManage)
  const hasAny = useSelector(integrations.actor, (resource) => resource.hasTag('ready'))
  const choices = useResourceData(knowledgeBases) ?? []
  const areChoicesComing = useSelector(knowledgeBases.actor, (resource) => resource.hasTag('loading'))
  const open = (values: Partial<IntegrationValues>) =>
    creation.send({ type: 'form.opened', organizationId, values })
  const first = (
    <Suspense fallback={<SkeletonCards />}>
      <GettingStarted
        actor={steps}
        editable={editable}
        onCreate={() =>
          open({
            name: t('{name} assistant', { name: organization?.name ?? '' })
              .trim()
              .slice(0, INTEGRATION_NAME_MAX),
            knowledge_base_ids: choices.map(({ id }) => id),
          })
        }
      />
    </Suspense>
  )
  return (
    <Page
      title={t('Integrations')}
      lead={
        areStepsShown
          ? t('Three steps to an answer with sources.')
          : t('Assistants that answer from your knowledge bases and cite their sources.')
      }
      action={
        editable &&
        (choices.length > 0 || hasAny) && (
          <Button
            variant={areStepsShown ? 'outline' : 'primary'}
            disabled={areChoicesComing}
            onClick={() =>
              open({ knowledge_base_ids: choices.length === 1 ? choices.map(({ id }) => id) : [] })
            }
          >
            {t('New integration')}
          </Button>
        )
      }
    >
      <ResourceView
        resource={integrations}
        skeleton={<SkeletonCards />}
        empty={
          areStepsShown ? (
            first
          ) : (
            <ResourceView resource={knowledgeBases} skeleton={<SkeletonCards />}>
              {() => <SkeletonCards />}
            </ResourceView>
          )
        }
      >
        {(list) => (
          <Stack gap="8">
            {areStepsShown && first}
            <CardGrid>
              {list.map((integration) => (
                <IntegrationCard key={integration.id} integration={integration} />
              ))}
            </CardGrid>
          </Stack>
        )}
      </ResourceView>
      {manages && (
        <Suspense>
          <ClosedAssistants />
        </Suspense>
      )}
      <NewIntegrationDialog actor={creation} />
    </Page>
  )
}

function IntegrationCard({ integration }: { integration: Integration }) {
  const { id, status, counts, knowledge_base_ids } = integration
  return (
    <Card to={`/integrations/${id}`} of={integration} badge={<IntegrationBadge status={status} />}>
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
            text={t('<0>{share}</0> answered', {
              share: formatShare(counts.answered / counts.questions),
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
    </Card>
  )
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

const progressOf = (integrations: readonly Integration[], bases: readonly KnowledgeBase[]): Progress => {
  // A knowledge base with documents is preferred in the first steps.
  const knowledgeBase = bases.find(({ counts }) => counts.documents > 0) ?? bases[0] ?? null
  return {
    knowledgeBase: knowledgeBase && { id: knowledgeBase.id, name: knowledgeBase.name },
    documents: total(bases.map(({ counts }) => counts.documents)),
    unread: total(bases.map(({ counts }) => counts.documents - counts.ready - counts.failed)),
    assistant: integrations[0] ? { id: integrations[0].id, name: integrations[0].name } : null,
    questions: total(integrations.map(({ counts }) => counts.questions)),
  }
}

interface Read {
  integrations: ReturnType<typeof useResource<'integrations'>>
  knowledgeBases: ReturnType<typeof useResource<'knowledgeBases'>>
}

/** Tells the first steps what the organization has, once both lists are known and on every change. */
function useFirstSteps(actor: GettingStartedRef, { integrations, knowledgeBases }: Read) {
  const assistants = useResourceData(integrations)
  const bases = useResourceData(knowledgeBases)
  const basesAreMissing = useSelector(knowledgeBases.actor, (resource) => resource.hasTag('missing'))
  useEffect(() => {
    const known = bases ?? (basesAreMissing ? [] : null)
    if (assistants && known) actor.send({ type: 'progress.read', progress: progressOf(assistants, known) })
  }, [actor, assistants, bases, basesAreMissing])
  return actor
}
