import { useSelector } from '@xstate/react'
import type { Integration } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { useRouteParam } from '../../actors.ts'
import { Reader } from '../../conversations/conversation/reader.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { Page } from '../../parts/page.tsx'
import { QueryForm } from '../../parts/query-form.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { SkeletonFields } from '../../parts/skeletons.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useProvided } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'
import { Explanation } from './explanation.tsx'
import { Findings } from './findings.tsx'
import { ScopeFields } from './scope.tsx'

const LEAD = t('The passages the assistant would use for a question, best first.')

/** S2.17: the passages that an assistant would read, without an answer. */
export function SearchScreen() {
  const organizationId = useOrganizationId()
  const id = useRouteParam('integrationId')
  const integration = useResource('integration', { organizationId, id })
  return (
    <ResourceView
      resource={integration}
      title={t('Search')}
      skeleton={
        <Page measure="reading" title={t('Search')} lead={LEAD}>
          <SkeletonFields count={1} />
        </Page>
      }
    >
      {(data) => (
        <Page measure="reading" title={t('Search')} lead={LEAD}>
          <PassageSearch integration={data} />
        </Page>
      )}
    </ResourceView>
  )
}

function PassageSearch({ integration: { id, knowledge_base_ids } }: { integration: Integration }) {
  const search = useViewActor(useProvided('passageSearch'), { input: { integrationId: id } })
  const reader = useViewActor(useProvided('reader'))
  const asked = useSelector(search, ({ context }) => context.asked)
  const bases = useResourceData(useResource('knowledgeBases', { organizationId: useOrganizationId() })) ?? []
  if (knowledge_base_ids.length === 0)
    return (
      <EmptyState
        title={t('This assistant has nothing to search.')}
        action={<ButtonLink to={`/integrations/${id}/settings`}>{t('Choose knowledge bases')}</ButtonLink>}
      >
        {t('Choose a knowledge base in its settings to search it here.')}
      </EmptyState>
    )
  return (
    <>
      <QueryForm
        actor={search}
        label={t('Search the documents')}
        placeholder={t('A question, or a few words')}
      />
      <ScopeFields
        search={search}
        bases={bases.filter(({ id: base }) => knowledge_base_ids.includes(base))}
      />
      <Findings search={search} reader={reader} />
      {asked !== '' && (
        <Explanation
          key={asked}
          integrationId={id}
          query={asked}
          bases={bases}
          baseId={knowledge_base_ids[0] ?? ''}
        />
      )}
      <Reader actor={reader} marked={t('your search words are highlighted')} />
    </>
  )
}
