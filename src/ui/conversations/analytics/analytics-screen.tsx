import { Stack } from '@chakra-ui/react'
import { t } from '../../../texts/t.ts'
import { Page } from '../../parts/page.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Section } from '../../parts/section.tsx'
import { SkeletonChart } from '../../parts/skeletons.tsx'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'
import { PeriodLinks, usePeriod } from '../charts/period-links.tsx'
import { QuestionsByDay } from '../charts/questions-by-day.tsx'
import { Gaps } from './gaps.tsx'
import { SourceTable } from './source-table.tsx'

/** S2.14, S2.20: which documents answer questions, and what none of them answers. */
export function AnalyticsScreen() {
  const organizationId = useOrganizationId()
  const days = usePeriod()
  return (
    <Page
      title={t('Source Analytics')}
      lead={t('Which documents are used, and which questions are still unanswered.')}
      action={<PeriodLinks />}
    >
      <Stack gap="9">
        <Gaps />
        <Sources key={days} organizationId={organizationId} days={days} />
      </Stack>
    </Page>
  )
}

function Sources(of: { organizationId: string; days: number }) {
  const resource = useResource('sources', of)
  const documents = useResourceData(resource)?.documents
  return (
    <>
      <Section title={t('Answered over time')}>
        <ResourceView resource={resource} skeleton={<SkeletonChart />}>
          {({ days }) => <QuestionsByDay days={days} />}
        </ResourceView>
      </Section>
      {documents && (
        <Section
          title={t('Documents')}
          lead={t('How often each document was found for an answer, and how often it was cited.')}
        >
          <SourceTable documents={documents} />
        </Section>
      )}
    </>
  )
}
