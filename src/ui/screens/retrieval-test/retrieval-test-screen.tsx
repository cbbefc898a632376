import { chakra, Grid, Input, Spinner, Stack } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Search } from 'lucide-react'
import { canEdit } from '../../../machines/organizations/organizations.selectors.ts'
import type { RetrievalTestRef } from '../../../machines/retrieval-test/retrieval-test.machine.ts'
import type { KnowledgeBase } from '../../../services/contract/knowledge-bases.ts'
import { SEARCH_QUERY_MAX } from '../../../services/contract/search.ts'
import { t } from '../../../texts/t.ts'
import { useRouteParam, useSearchParam } from '../../actors.ts'
import { Reader } from '../../conversation/reader.tsx'
import { Button } from '../../parts/button.tsx'
import { KnowledgeBaseTabs } from '../../parts/knowledge-base-tabs.tsx'
import { isTooLong, Limit } from '../../parts/limit.tsx'
import { Page } from '../../parts/page.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { SkeletonFields } from '../../parts/skeletons.tsx'
import { useViewActor } from '../../view-actor.ts'
import { useOrganizationId, useResource, useWorkspace } from '../../workspace.ts'
import { useRetrievalTestMachines } from './machines.ts'
import { Results } from './results.tsx'
import { TriedSettings } from './tried-settings.tsx'

const TITLE = t('Retrieval test')
const LEAD = t('What a question finds in this knowledge base. Try other settings before you apply them.')

/** S2.12: what a knowledge base finds, with settings that can be tried. */
export function RetrievalTestScreen() {
  const organizationId = useOrganizationId()
  const id = useRouteParam('id')
  const knowledgeBase = useResource('knowledgeBase', { organizationId, id })
  return (
    <ResourceView
      resource={knowledgeBase}
      title={TITLE}
      skeleton={
        <Page title={TITLE} lead={LEAD}>
          <SkeletonFields count={1} />
        </Page>
      }
    >
      {(base) => (
        <Page title={TITLE} lead={LEAD}>
          <KnowledgeBaseTabs id={base.id} />
          <Test knowledgeBase={base} />
        </Page>
      )}
    </ResourceView>
  )
}

function Test({ knowledgeBase: { id, settings } }: { knowledgeBase: KnowledgeBase }) {
  const machines = useRetrievalTestMachines()
  const query = useSearchParam('question') ?? ''
  const { mode, top_k, score_threshold } = settings
  const test = useViewActor(machines.retrievalTest, {
    input: { knowledgeBaseId: id, query, stored: { mode, top_k, score_threshold } },
  })
  const reader = useViewActor(machines.reader)
  const editable = useSelector(useWorkspace().organizations, canEdit)
  return (
    <>
      <Grid
        gap={{ base: '6', lg: '9' }}
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 17rem' }}
      >
        <Stack gap="6">
          <QuestionField actor={test} />
          <Results actor={test} reader={reader} editable={editable} />
        </Stack>
        <TriedSettings actor={test} stored={settings} editable={editable} />
      </Grid>
      <Reader actor={reader} marked={t('the words of the question are marked')} />
    </>
  )
}

function QuestionField({ actor }: { actor: RetrievalTestRef }) {
  const query = useSelector(actor, ({ context }) => context.query)
  const maySearch = useSelector(actor, (test) => test.can({ type: 'query.submitted' }))
  const busy = useSelector(actor, (test) => test.hasTag('busy'))
  return (
    <chakra.search display="block">
      <chakra.form
        display="flex"
        gap="2.5"
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: 'query.submitted' })
        }}
      >
        <Input
          type="search"
          aria-label={t('Question')}
          placeholder={t('A question, as people ask it')}
          aria-invalid={isTooLong(query, SEARCH_QUERY_MAX)}
          value={query}
          autoFocus
          onChange={(event) => actor.send({ type: 'query.changed', text: event.target.value })}
        />
        <Button type="submit" variant="primary" height="40px" disabled={!maySearch}>
          {busy ? <Spinner aria-hidden /> : <Search aria-hidden />}
          {t('Search')}
        </Button>
      </chakra.form>
      <Limit text={query} max={SEARCH_QUERY_MAX} />
    </chakra.search>
  )
}
