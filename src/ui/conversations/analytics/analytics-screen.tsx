import { Stack } from '@chakra-ui/react'
import { t } from '../../../texts/t.ts'
import { Page } from '../../parts/page.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Section } from '../../parts/section.tsx'
import { SkeletonChart } from '../../parts/skeletons.tsx'
import { useOrganizationId, useResource } from '../../workspace.ts'
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

const OVER_TIME = t('Answered over time')

const Sources = (of: { organizationId: string; days: number }) => (
  <ResourceView
    resource={useResource('sources', of)}
    skeleton={
      <Section title={OVER_TIME}>
        <SkeletonChart />
      </Section>
    }
  >
    {({ days, documents }) => (
      <>
        <Section title={OVER_TIME}>
          <QuestionsByDay days={days} />
        </Section>
        <Section
          title={t('Documents')}
          lead={t('How often each document was found for an answer, and how often it was cited.')}
        >
          <SourceTable documents={documents} />
        </Section>
      </>
    )}
  </ResourceView>
)
