import { Stack, Text } from '@chakra-ui/react'
import type { Spent, UsageSeries } from '../../../services/contract/analytics.ts'
import { t } from '../../../texts/t.ts'
import { formatNumber, formatSum } from '../../parts/format.ts'
import { Rich } from '../../parts/rich.tsx'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'
import { DayChart } from '../charts/day-chart.tsx'
import { ShareList } from '../charts/share-list.tsx'
import { Shares } from './shares.tsx'

const SERIES = [
  { name: t('Read'), color: 'control' },
  { name: t('Written'), color: 'ink' },
]

const tokensOf = ({ prompt_tokens, completion_tokens }: Spent) => prompt_tokens + completion_tokens

/** Per currency; empty if no model had a price. */
const costOf = ({ costs }: Spent) =>
  costs.map(({ amount, currency }) => formatSum(amount, currency)).join(' + ')

const figureOf = ({ spent }: { spent: Spent }) => ({
  value: tokensOf(spent),
  shown: [formatNumber(tokensOf(spent)), costOf(spent)].filter(Boolean).join(' · '),
})

/** Tokens read and written by language models, and their cost if they have a price. */
export function Tokens({
  series: { days, by_integration, by_channel, by_model, spent },
}: {
  series: UsageSeries
}) {
  const models = useResourceData(useResource('models', { organizationId: useOrganizationId() }))
  const quotes = models !== null && models.default === null && models.offered.length === 0
  const total = costOf(spent)
  const figures = { read: formatNumber(spent.prompt_tokens), written: formatNumber(spent.completion_tokens) }
  if (tokensOf(spent) === 0)
    return (
      <Text color="ink.2">
        {quotes
          ? t(
              'No language model is configured, so answers quote your documents. They use no tokens and cost nothing.',
            )
          : t('The language model used no tokens in this period.')}
      </Text>
    )
  return (
    <Stack gap="7">
      <Text>
        <Rich
          text={
            total
              ? t('<0>{read}</0> input and <1>{written}</1> output tokens, for <2>{total}</2>.', {
                  ...figures,
                  total,
                })
              : t('<0>{read}</0> input and <1>{written}</1> output tokens.', figures)
          }
          parts={[<b />, <b />, <b />]}
        />{' '}
        <Text as="span" color="ink.2">
          {total
            ? t('Costs use the price at the time. Models without a price are left out.')
            : t('None of the models has a price, so no cost is shown.')}
          {spent.is_estimated &&
            ` ${t('Interrupted answers and models that do not report usage are estimated.')}`}
        </Text>
      </Text>
      <DayChart
        title={t('Tokens per day')}
        series={SERIES}
        days={days.map((day) => ({
          date: day.date,
          values: [day.spent.prompt_tokens, day.spent.completion_tokens],
        }))}
        note={total ? { name: t('Cost'), of: days.map((day) => costOf(day.spent)) } : undefined}
      />
      <ShareList
        title={t('By model')}
        items={by_model.map((part) => ({
          key: [part.of, part.provider, part.model].join(' '),
          label: part.provider === null ? part.model : `${part.model} (${part.provider})`,
          ...figureOf(part),
        }))}
      />
      <Shares by_integration={by_integration} by_channel={by_channel} figure={figureOf} />
    </Stack>
  )
}
