import { Stack } from '@chakra-ui/react'
import type { UsageSeries } from '../../../services/contract/analytics.ts'
import { t } from '../../../texts/t.ts'
import { Link } from '../../parts/link.tsx'
import { Page } from '../../parts/page.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Rich } from '../../parts/rich.tsx'
import { EmptyLine, Section } from '../../parts/section.tsx'
import { SkeletonChart } from '../../parts/skeletons.tsx'
import { SUBSCRIPTION } from '../../shell/settings/settings-items.ts'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'
import { PeriodLinks, usePeriod } from '../charts/period-links.tsx'
import { QuestionsByDay } from '../charts/questions-by-day.tsx'
import { OutcomesOf } from './outcomes.tsx'
import { Shares } from './shares.tsx'
import { Tokens } from './tokens.tsx'

/** S2.14, S2.20: how much of the plan is used, and by what. */
export function UsageScreen() {
  const organizationId = useOrganizationId()
  const days = usePeriod()
  const hasInbox = useResourceData(useResource('system', {}))?.inbox === true
  return (
    <Page
      title={t('Usage')}
      lead={
        <Rich
          text={t('Questions, channels and costs. <0>See the limits of your plan</0>')}
          parts={[<Link to={SUBSCRIPTION.path} />]}
        />
      }
      action={<PeriodLinks />}
    >
      <Stack gap="9">
        <SeriesOf key={days} organizationId={organizationId} days={days} />
        {hasInbox && <OutcomesOf key={`outcomes ${days}`} organizationId={organizationId} days={days} />}
      </Stack>
    </Page>
  )
}

function SeriesOf(of: { organizationId: string; days: number }) {
  const resource = useResource('usageSeries', of)
  const series = useResourceData(resource)
  return (
    <>
      <Section title={t('Questions asked')}>
        <ResourceView resource={resource} skeleton={<SkeletonChart />}>
          {(shown) => <Asked series={shown} />}
        </ResourceView>
      </Section>
      {series && (
        <Section title={t('Tokens and cost')}>
          <Tokens series={series} />
        </Section>
      )}
    </>
  )
}

const Asked = ({ series: { days, by_integration, by_channel } }: { series: UsageSeries }) => (
  <Stack gap="7">
    <QuestionsByDay days={days} />
    {by_integration.length === 0 ? (
      <EmptyLine>{t('No questions in this period.')}</EmptyLine>
    ) : (
      <Shares
        by_integration={by_integration}
        by_channel={by_channel}
        figure={({ questions }: { questions: number }) => ({ value: questions })}
      />
    )}
  </Stack>
)
