import { Stack, Text } from '@chakra-ui/react'
import type { UsageSeries } from '../../../services/contract/analytics.ts'
import { t } from '../../../texts/t.ts'
import { PeriodLinks, usePeriod } from '../../charts/period-links.tsx'
import { QuestionsByDay } from '../../charts/questions-by-day.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { Page } from '../../parts/page.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Section } from '../../parts/section.tsx'
import { SkeletonLine } from '../../parts/states.tsx'
import { SUBSCRIPTION } from '../../settings/settings-items.ts'
import { useOrganizationId, useResource } from '../../workspace.ts'
import { Shares } from './shares.tsx'
import { Tokens } from './tokens.tsx'

/** S2.14, S2.20: how much of the plan is used, and by what. */
export function UsageScreen() {
  const organizationId = useOrganizationId()
  const days = usePeriod()
  return (
    <Page
      title={t('Usage')}
      lead={t('What was asked, where, and what the answers cost.')}
      action={<ButtonLink to={SUBSCRIPTION.path}>{t('Limits of the plan')}</ButtonLink>}
    >
      <Stack gap="9">
        <SeriesOf key={days} organizationId={organizationId} days={days} />
      </Stack>
    </Page>
  )
}

const ASKED = t('What was asked')

const SeriesOf = (of: { organizationId: string; days: number }) => (
  <ResourceView
    resource={useResource('usageSeries', of)}
    skeleton={
      <Section title={ASKED} action={<PeriodLinks />}>
        <SkeletonLine height="14em" />
      </Section>
    }
  >
    {(series) => (
      <>
        <Section title={ASKED} action={<PeriodLinks />}>
          <Asked series={series} />
        </Section>
        <Section title={t('Tokens and cost')}>
          <Tokens series={series} />
        </Section>
      </>
    )}
  </ResourceView>
)

const Asked = ({ series: { days, by_integration, by_channel } }: { series: UsageSeries }) => (
  <Stack gap="7">
    <QuestionsByDay days={days} />
    {by_integration.length === 0 ? (
      <Text color="ink.2">{t('No questions in this period.')}</Text>
    ) : (
      <Shares
        by_integration={by_integration}
        by_channel={by_channel}
        figure={({ questions }) => ({ value: questions })}
      />
    )}
  </Stack>
)
