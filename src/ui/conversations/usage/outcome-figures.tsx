import { Box, chakra, Text } from '@chakra-ui/react'
import type { OutcomePeriod, Outcomes } from '../../../services/contract/handover.ts'
import { t } from '../../../texts/t.ts'
import { formatNumber, formatShare, formatSum, formatTenths } from '../../parts/format.ts'

const HOUR = 60

export const sumOf = ({ handed_over, refused, abandoned, answered }: Outcomes) =>
  handed_over + refused + abandoned + answered

const shareOf = (figure: keyof Outcomes, { ended }: OutcomePeriod) =>
  sumOf(ended) === 0 ? '–' : formatShare(ended[figure] / sumOf(ended))

const duration = (minutes: number | null) => {
  if (minutes === null) return '–'
  return minutes < HOUR
    ? t('{minutes} min', { minutes: formatNumber(Math.round(minutes)) })
    : t('{hours} h', { hours: formatTenths(minutes / HOUR) })
}

/** Each figure with a description of what it counts. */
const FIGURES: readonly {
  label: string
  definition: string
  of: (period: OutcomePeriod) => string
}[] = [
  {
    label: t('Resolved without a person'),
    definition: t('The assistant answered, and none of the cases below applied.'),
    of: (period) => shareOf('answered', period),
  },
  {
    label: t('Handed over'),
    definition: t('Someone sent a request for a person.'),
    of: (period) => shareOf('handed_over', period),
  },
  {
    label: t('No answer'),
    definition: t('The last answer found nothing, or failed.'),
    of: (period) => shareOf('refused', period),
  },
  {
    label: t('Abandoned'),
    definition: t('The last answer was stopped or rated as not helpful.'),
    of: (period) => shareOf('abandoned', period),
  },
  {
    label: t('Cost per resolved conversation'),
    definition: t(
      'All model costs, divided by the conversations resolved without a person. Deleted conversations do not count.',
    ),
    of: ({ cost_per_answered }) =>
      cost_per_answered.map(({ amount, currency }) => formatSum(amount, currency)).join(' + ') || '–',
  },
  {
    label: t('Median reply time'),
    definition: t('From the request to the first reply by a person.'),
    of: ({ median_reply_minutes }) => duration(median_reply_minutes),
  },
  {
    label: t('Rating'),
    definition: t('Average of visitor ratings, out of 5 stars.'),
    of: ({ rating, ratings }) =>
      rating === null
        ? '–'
        : t('{rating} ({ratings})', { rating: formatTenths(rating), ratings: formatNumber(ratings) }),
  },
]

interface OutcomeFiguresProps {
  title: string
  days: number
  current: OutcomePeriod
  previous: OutcomePeriod
}

/** How many ended how, with a description of each figure, compared with the previous period. */
export const OutcomeFigures = ({ title, days, current, previous }: OutcomeFiguresProps) => (
  <Box overflowX="auto" tabIndex={0} role="group" aria-label={title}>
    <chakra.table
      width="full"
      fontSize="md"
      css={{ '& td, & th': { py: '2', pe: '4', textAlign: 'start', verticalAlign: 'top' } }}
    >
      <thead>
        <chakra.tr textStyle="small" color="ink.2">
          <th scope="col">{t('Figure')}</th>
          <th scope="col">{t('Last {days} days', { days })}</th>
          <th scope="col">{t('{days} days before', { days })}</th>
        </chakra.tr>
      </thead>
      <tbody>
        {FIGURES.map(({ label, definition, of }) => (
          <chakra.tr key={label} borderTop="1px solid" borderColor="rule">
            <chakra.th scope="row" fontWeight="medium">
              {label}
              <Text textStyle="small" color="ink.2" fontWeight="normal">
                {definition}
              </Text>
            </chakra.th>
            <chakra.td fontWeight="semibold" whiteSpace="nowrap">
              {of(current)}
            </chakra.td>
            <chakra.td color="ink.2" whiteSpace="nowrap">
              {of(previous)}
            </chakra.td>
          </chakra.tr>
        ))}
      </tbody>
    </chakra.table>
  </Box>
)
