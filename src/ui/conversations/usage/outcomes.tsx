import { Stack } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Download } from 'lucide-react'
import type { OutcomeReport, Outcomes } from '../../../services/contract/handover.ts'
import { shownLanguage, t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { formatNumber, formatShare } from '../../parts/format.ts'
import { ResourceView } from '../../parts/resource-view.tsx'
import { EmptyLine, Section } from '../../parts/section.tsx'
import { SkeletonChart } from '../../parts/skeletons.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useResource, useResourceData } from '../../workspace.ts'
import { DayChart } from '../charts/day-chart.tsx'
import { ShareList } from '../charts/share-list.tsx'
import { OutcomeFigures, sumOf } from './outcome-figures.tsx'
import { Shares } from './shares.tsx'

/** The figures by day, assistant and channel, as a table. */
function ExportOutcomes(request: { organizationId: string; days: number }) {
  const download = useProvidedActor('outcomesDownload')
  const busy = useSelector(download, (file) => file.hasTag('busy'))
  return (
    <Button size="sm" disabled={busy} onClick={() => download.send({ type: 'operation.requested', request })}>
      <Download aria-hidden />
      {t('Export as CSV')}
    </Button>
  )
}

const TITLE = t('How conversations ended')

const SERIES = [
  { name: t('Resolved without a person'), color: 'ink' },
  { name: t('Handed over'), color: 'good' },
  { name: t('No answer'), color: 'caution' },
  { name: t('Abandoned'), color: 'rule.2' },
]

const names = new Intl.DisplayNames(shownLanguage(), { type: 'language' })
const languageName = (code: string) => (code === 'und' ? t('Not recognized') : (names.of(code) ?? code))

const figureOf = ({ ended }: { ended: Outcomes }) => ({
  value: sumOf(ended),
  shown: t('{share} of {conversations} without a person', {
    share: formatShare(ended.answered / sumOf(ended)),
    conversations: formatNumber(sumOf(ended)),
  }),
})
/** Outcomes of conversations on public pages, in widgets and in Chat, compared with the previous period. */
export function OutcomesOf(of: { organizationId: string; days: number }) {
  const resource = useResource('outcomes', of)
  const isShown = useResourceData(resource) !== null
  return (
    <Section title={TITLE} action={isShown && <ExportOutcomes {...of} />}>
      <ResourceView resource={resource} skeleton={<SkeletonChart />}>
        {(report) => <Report report={report} days={of.days} />}
      </ResourceView>
    </Section>
  )
}

function Report({
  report: { current, previous, days: by_day, by_integration, by_channel, by_language },
  days,
}: {
  report: OutcomeReport
  days: number
}) {
  if (sumOf(current.ended) === 0 && sumOf(previous.ended) === 0)
    return <EmptyLine>{t('No questions on a public page, in a widget or in Chat.')}</EmptyLine>
  return (
    <Stack gap="7">
      <OutcomeFigures title={TITLE} days={days} current={current} previous={previous} />
      <DayChart
        title={t('Conversations per day')}
        series={SERIES}
        days={by_day.map(({ date, ended }) => ({
          date,
          values: [ended.answered, ended.handed_over, ended.refused, ended.abandoned],
        }))}
      />
      {by_integration.length > 0 && (
        <Shares by_integration={by_integration} by_channel={by_channel} figure={figureOf}>
          <ShareList
            title={t('By language')}
            items={by_language.map((part) => ({
              key: part.language,
              label: languageName(part.language),
              ...figureOf(part),
            }))}
          />
        </Shares>
      )}
    </Stack>
  )
}
