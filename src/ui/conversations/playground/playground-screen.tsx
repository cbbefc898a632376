import type { Answering } from '../../../services/contract/conversations.ts'
import type { Integration, IntegrationVersion } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { useRouteParam, useSearchParam } from '../../actors.ts'
import { Fill } from '../../parts/fill.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { PageFrame } from '../../parts/page.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useConversation, useOrganizationId, useResource } from '../../workspace.ts'
import { ConversationPane, Waiting } from '../conversation/conversation-pane.tsx'
import type { AssistantShown } from '../conversation/invitation.tsx'
import { AnsweringBar, answeringOf } from './answering-bar.tsx'
import { SideBySide } from './side-by-side.tsx'

/** S2.17: ask the assistant's draft or its published version, and see the sources beside the answer. */
export function PlaygroundScreen() {
  const organizationId = useOrganizationId()
  const id = useRouteParam('integrationId')
  const answering = answeringOf(useSearchParam('answers'))
  const integration = useResource('integration', { organizationId, id })
  return (
    <ResourceView
      resource={integration}
      title={t('Playground')}
      skeleton={<Waiting title={t('Playground')} />}
    >
      {(data) => (
        <Fill templateRows="auto minmax(0, 1fr)" gridTemplateColumns="minmax(0, 1fr)">
          <AnsweringBar integration={data} shown={answering} />
          {answering === 'draft' ? (
            <Conversing key={`${id}:draft`} config="draft" assistant={data} />
          ) : data.config_version === null ? (
            <NothingPublished id={id} />
          ) : answering === 'both' ? (
            <Both key={`${id}:both`} integration={data} />
          ) : (
            <Published key={`${id}:published`} integration={data} />
          )}
        </Fill>
      )}
    </ResourceView>
  )
}

const NothingPublished = ({ id }: { id: string }) => (
  <PageFrame>
    <EmptyState
      title={t('Nothing is published yet.')}
      action={<ButtonLink to={`/integrations/${id}/settings`}>{t('Go to Settings')}</ButtonLink>}
    >
      {t('Nothing to compare yet. Publish the draft, change it, then ask both the same question here.')}
    </EmptyState>
  </PageFrame>
)

/** The published settings are read from their version: the assistant itself has the draft's. */
function Published({ integration }: { integration: Integration }) {
  const { id, config_version } = integration
  const versions = useResource('integrationVersions', { organizationId: useOrganizationId(), id })
  const current = (list: readonly IntegrationVersion[]) =>
    list.find(({ version }) => version === config_version)?.configuration ?? integration
  return (
    <ResourceView resource={versions} title={t('Playground')} skeleton={<Waiting title={t('Playground')} />}>
      {(list) => <Conversing config="published" assistant={{ ...current(list), id }} />}
    </ResourceView>
  )
}

function Conversing({ config, assistant }: { config: Answering; assistant: AssistantShown }) {
  const actor = useConversation(assistant.id, config)
  return actor ? (
    <ConversationPane key={actor.id} assistant={assistant} actor={actor} />
  ) : (
    <Waiting title={t('Playground')} />
  )
}

function Both({ integration }: { integration: Integration }) {
  const draft = useConversation(integration.id, 'draft')
  const published = useConversation(integration.id, 'published')
  return draft && published ? (
    <SideBySide integration={integration} sides={{ draft, published }} />
  ) : (
    <Waiting title={t('Playground')} />
  )
}
