import { Box, Grid } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { canEdit } from '../../../machines/organizations/organizations/organizations.selectors.ts'
import type { KnowledgeBase } from '../../../services/contract/knowledge-bases.ts'
import { t } from '../../../texts/t.ts'
import { useRouteParam, useSearchParam } from '../../actors.ts'
import { Reader } from '../../conversations/conversation/reader.tsx'
import { Page } from '../../parts/page.tsx'
import { QueryForm } from '../../parts/query-form.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { SkeletonFields } from '../../parts/skeletons.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useOrganizationId, useResource, useWorkspace } from '../../workspace.ts'
import { KnowledgeBaseTabs } from '../knowledge-base/knowledge-base-tabs.tsx'
import { Results } from './results.tsx'
import { TriedSettings } from './tried-settings.tsx'

const TITLE = t('Retrieval test')
const LEAD = t('See what a question finds in this knowledge base. Try settings before you apply them.')

/** S2.12: what a knowledge base finds, with settings that can be tried. */
export function RetrievalTestScreen() {
  const organizationId = useOrganizationId()
  const id = useRouteParam('id')
  const knowledgeBase = useResource('knowledgeBase', { organizationId, id })
  useProvidedActor('retrievalTestLive', { input: { organizationId, knowledgeBaseId: id } })
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
  const query = useSearchParam('question') ?? ''
  const { mode, top_k, score_threshold } = settings
  const test = useProvidedActor('retrievalTest', {
    input: { knowledgeBaseId: id, query, stored: { mode, top_k, score_threshold } },
  })
  useEffect(
    () => test.send({ type: 'stored.read', stored: { mode, top_k, score_threshold } }),
    [test, mode, top_k, score_threshold],
  )
  const reader = useProvidedActor('reader')
  const editable = useSelector(useWorkspace().organizations, canEdit)
  return (
    <>
      <Grid
        columnGap="9"
        rowGap="6"
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 17rem' }}
        templateRows="auto 1fr"
        templateAreas={{
          base: '"question" "settings" "results"',
          lg: '"question settings" "results settings"',
        }}
      >
        <Box gridArea="question">
          <QueryForm actor={test} label={t('Question')} placeholder={t('Question, as people ask it')} />
        </Box>
        <Results actor={test} reader={reader} editable={editable} />
        <TriedSettings actor={test} stored={settings} editable={editable} />
      </Grid>
      <Reader actor={reader} marked={t('words of the question are highlighted')} />
    </>
  )
}
