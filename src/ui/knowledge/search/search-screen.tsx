import { Box, Stack } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type {
  PassageSearchContext,
  PassageSearchRef,
} from '../../../machines/knowledge/passage-search.machine.ts'
import type { ReaderRef } from '../../../machines/knowledge/reader.machine.ts'
import type { Integration } from '../../../services/contract/integrations.ts'
import type { SearchResults } from '../../../services/contract/search.ts'
import { t } from '../../../texts/t.ts'
import { useRouteParam } from '../../actors.ts'
import { Reader } from '../../conversations/conversation/reader.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { QueryForm } from '../../parts/query-form.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { SkeletonFields } from '../../parts/skeletons.tsx'
import { EmptyState, SkeletonLine } from '../../parts/states.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'
import { Hit, LanguageUnknown, Summary } from '../passages/hit.tsx'
import { Explanation } from './explanation.tsx'
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
  const search = useProvidedActor('passageSearch', { input: { integrationId: id } })
  const reader = useProvidedActor('reader')
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

/** The results of a search. */
function Findings({ search, reader }: { search: PassageSearchRef; reader: ReaderRef }) {
  const phase = useSelector(search, ({ value }) => value)
  const { asked, results, error } = useSelector(search, ({ context }) => context)
  return (
    <Box mt="7" aria-live="polite">
      {phase === 'idle' && (
        <EmptyState title={t('See the passages the assistant finds.')}>
          {t(
            'Passages are found and ranked by words and by meaning. Search when an answer surprises you, to see the passages behind it.',
          )}
        </EmptyState>
      )}
      {phase === 'searching' && <Waiting />}
      {phase === 'failed' && <Notice tone="error">{error}</Notice>}
      {results?.language_unknown && <LanguageUnknown />}
      {phase === 'nothingFound' && (
        <EmptyState title={t('No results for “{asked}”.', { asked })}>
          {results?.searched === 0
            ? t(
                'The knowledge bases of this assistant have no passages yet. Add a document, or wait until it has been read.',
              )
            : t('No similar passages. Try other words, or add a document about it.')}
        </EmptyState>
      )}
      {phase === 'found' && results && <Ranked asked={asked} results={results} reader={reader} />}
    </Box>
  )
}

const Waiting = () => (
  <Loading gap="7" label={t('Searching')}>
    {[0, 1, 2].map((place) => (
      <Stack key={place} gap="2.5">
        <SkeletonLine width="40%" />
        <SkeletonLine />
        <SkeletonLine width="80%" />
      </Stack>
    ))}
  </Loading>
)

interface RankedProps {
  asked: PassageSearchContext['asked']
  results: SearchResults
  reader: ReaderRef
}

function Ranked({ asked, results, reader }: RankedProps) {
  const { hits } = results
  return (
    <>
      <Summary
        results={results}
        found={t('{hits, plural, =0 {No passages} one {# passage} other {# passages}} for “{asked}”', {
          hits: hits.length,
          asked,
        })}
        doubt={t('None of these is similar enough. The assistant would say that it found no answer.')}
      />
      <Box as="ol" listStyleType="none" borderTop="1px solid" borderColor="rule">
        {hits.map((hit, place) => (
          <Hit key={hit.passage.id} hit={hit} place={place + 1} reader={reader} />
        ))}
      </Box>
    </>
  )
}
