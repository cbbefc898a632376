import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { t } from '../../texts/t.ts'
import { formatCalendarDay, formatNumber } from '../parts/format.ts'

interface Series {
  readonly name: string
  /** A colour of the theme. */
  readonly color: string
}

export interface Day {
  /** `2026-01-31` */
  readonly date: string
  /** One value a series, stacked in their order. */
  readonly values: readonly number[]
}

interface DayChartProps {
  /** What the figures are, as `Questions per day`. */
  title: string
  series: readonly Series[]
  days: readonly Day[]
  /** One more column of the table, as written. */
  note?: { readonly name: string; readonly of: readonly string[] } | undefined
}

const HEIGHT = 160
const STEP = 20
const BAR = 14

const total = ({ values }: Day) => values.reduce((sum, value) => sum + value, 0)

/** Figures by day as stacked bars, and behind them as a table. */
export function DayChart({ title, series, days, note }: DayChartProps) {
  const most = Math.max(1, ...days.map(total))
  const sum = days.reduce((all, day) => all + total(day), 0)
  return (
    <Box as="figure">
      <Flex as="figcaption" justify="space-between" align="baseline" gap="4" wrap="wrap" mb="3">
        <Text fontWeight="semibold" fontSize="md">
          {title}
        </Text>
        <Legend series={series} />
      </Flex>
      <chakra.svg
        role="img"
        aria-label={t('{title}: {sum} in {days} days, at most {most} on one of them.', {
          title,
          sum: formatNumber(sum),
          days: days.length,
          most: formatNumber(most),
        })}
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT + 2}`}
        preserveAspectRatio="none"
        width="full"
        height={`${HEIGHT}px`}
        display="block"
      >
        {days.map((day, place) => (
          <Bar key={day.date} day={day} place={place} most={most} series={series} />
        ))}
        <chakra.rect x={0} y={HEIGHT} width={`${days.length * STEP}px`} height="1px" fill="rule.2" />
      </chakra.svg>
      <Flex justify="space-between" textStyle="small" color="ink.2" mt="1.5">
        <span>{days[0] && formatCalendarDay(days[0].date)}</span>
        <span>{days.length > 0 && formatCalendarDay(days.at(-1)!.date)}</span>
      </Flex>
      <Table title={title} series={series} days={days} note={note} />
    </Box>
  )
}

function Bar({
  day,
  place,
  most,
  series,
}: {
  day: Day
  place: number
  most: number
  series: readonly Series[]
}) {
  const heights = day.values.map((value) => (value / most) * HEIGHT)
  const tops = heights.map((_, index) => HEIGHT - heights.slice(0, index + 1).reduce((a, b) => a + b, 0))
  return (
    <g>
      <title>
        {[
          formatCalendarDay(day.date),
          ...series.map(({ name }, index) => `${name}: ${formatNumber(day.values[index] ?? 0)}`),
        ].join('\n')}
      </title>
      <chakra.rect x={place * STEP} y={0} width={`${STEP}px`} height={`${HEIGHT}px`} fill="transparent" />
      {series.map(({ name, color }, index) => (
        <chakra.rect
          key={name}
          x={place * STEP + (STEP - BAR) / 2}
          y={tops[index] ?? 0}
          width={`${BAR}px`}
          height={`${heights[index] ?? 0}px`}
          fill={color}
        />
      ))}
    </g>
  )
}

const Legend = ({ series }: { series: readonly Series[] }) => (
  <Flex as="ul" listStyleType="none" gap="4" textStyle="small" color="ink.2">
    {series.map(({ name, color }) => (
      <Flex as="li" key={name} align="center" gap="1.5">
        <Box aria-hidden width="10px" height="10px" borderRadius="2px" bg={color} />
        {name}
      </Flex>
    ))}
  </Flex>
)

const Table = ({ title, series, days, note }: DayChartProps) => (
  <chakra.details mt="2" fontSize="sm">
    <chakra.summary color="ink.2" cursor="pointer" width="fit-content">
      {t('As a table')}
    </chakra.summary>
    <Box maxHeight="16rem" overflowY="auto" mt="2" tabIndex={0} role="region" aria-label={title}>
      <chakra.table width="full" css={{ '& th, & td': { textAlign: 'end', py: '1', fontWeight: 'normal' } }}>
        <thead>
          <tr>
            <chakra.th textAlign="start!">{t('Day')}</chakra.th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {note && <th scope="col">{note.name}</th>}
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, values }, place) => (
            <chakra.tr key={date} borderTop="1px solid" borderColor="rule">
              <chakra.th scope="row" textAlign="start!">
                {formatCalendarDay(date)}
              </chakra.th>
              {series.map(({ name }, index) => (
                <td key={name}>{formatNumber(values[index] ?? 0)}</td>
              ))}
              {note && <td>{note.of[place]}</td>}
            </chakra.tr>
          ))}
        </tbody>
      </chakra.table>
    </Box>
  </chakra.details>
)
