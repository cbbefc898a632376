import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { useState } from 'react'
import { t } from '../../../texts/t.ts'
import { formatCalendarDay, formatMonthDay, formatNumber, formatShort } from '../../parts/format.ts'

/** Maximum number of lines above the one at zero. */
const MOST = 4
const STEPS = [1, 2, 5, 10]

/** The whole, round values of an axis from 0 to the first one that is at least `most`. */
export function ticksOf(most: number): readonly number[] {
  const magnitude = 10 ** Math.floor(Math.log10(most / MOST))
  const step = Math.max(1, magnitude * STEPS.find((size) => most / (size * magnitude) <= MOST)!)
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, place) => place * step)
}

interface Series {
  readonly name: string
  /** A colour of the theme. */
  readonly color: string
}

export interface Day {
  /** `2026-01-31` */
  readonly date: string
  /** One value per series, in stacking order. */
  readonly values: readonly number[]
}

interface DayChartProps {
  /** Name of the figures, such as `Questions per day`. */
  title: string
  series: readonly Series[]
  days: readonly Day[]
  /** One more column of the table, formatted. */
  note?: { readonly name: string; readonly of: readonly string[] } | undefined
}

const HEIGHT = 160
const STEP = 20
const BAR = 14
/** Left of the chart, for the labels of the axis. */
const AXIS = '2.75rem'
/** Room for the upper half of the axis's top label. */
const HEADROOM = 10

const total = ({ values }: Day) => values.reduce((sum, value) => sum + value, 0)

/** Figures by day as stacked bars; one day at a time as text, and all of them as a table. */
export function DayChart({ title, series, days, note }: DayChartProps) {
  const [picked, setPicked] = useState<number | null>(null)
  const most = Math.max(1, ...days.map(total))
  const sum = days.reduce((all, day) => all + total(day), 0)
  const ticks = ticksOf(most)
  const top = ticks.at(-1)!
  const day = picked === null ? undefined : days[picked]
  return (
    <Box as="figure">
      <Flex as="figcaption" justify="space-between" align="baseline" gap="4" wrap="wrap" mb="3">
        <Text fontWeight="semibold" fontSize="md">
          {title}
        </Text>
        <Legend series={series} />
      </Flex>
      <Box position="relative" ps={AXIS} pt={`${HEADROOM}px`}>
        {ticks.map((tick) => (
          <Box
            key={tick}
            aria-hidden
            position="absolute"
            insetInline="0"
            borderBottom="1px solid"
            borderColor={tick === 0 ? 'rule.2' : 'rule'}
            style={{ top: HEADROOM + (1 - tick / top) * HEIGHT }}
          >
            <Text
              textStyle="small"
              color="ink.2"
              position="absolute"
              bottom="0"
              transform="translateY(50%)"
              bg="paper"
              pe="2"
            >
              {formatShort(tick)}
            </Text>
          </Box>
        ))}
        <Box position="relative">
          <chakra.svg
            role="img"
            aria-label={t('{title}: {sum} in {days} days, with a maximum of {most} in one day.', {
              title,
              sum: formatNumber(sum),
              days: days.length,
              most: formatNumber(most),
            })}
            viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
            preserveAspectRatio="none"
            data-directional
            width="full"
            height={`${HEIGHT}px`}
            display="block"
          >
            {days.map((day, place) => (
              <Bar
                key={day.date}
                day={day}
                place={place}
                top={top}
                series={series}
                isPicked={place === picked}
              />
            ))}
          </chakra.svg>
          <Days title={title} series={series} days={days} picked={picked} onPicked={setPicked} />
        </Box>
      </Box>
      <Box ps={AXIS} mt="2" textStyle="small" color="ink.2">
        {day ? <Text color="ink">{saidOf(day, series)}</Text> : <Dates days={days} />}
      </Box>
      <Table title={title} series={series} days={days} note={note} />
    </Box>
  )
}

const WEEK = 7
/** As many as fit on a phone. */
const LABELS_MAX = 5

/** Under the bars, counted back from the last one: every second day of a week, otherwise every week or two. */
function Dates({ days }: Pick<DayChartProps, 'days'>) {
  const step = days.length <= WEEK ? 2 : WEEK * Math.ceil(days.length / WEEK / LABELS_MAX)
  const last = days.length - 1
  return (
    <Box position="relative" height="1lh" aria-hidden>
      {days.map(
        ({ date }, place) =>
          (last - place) % step === 0 && (
            <Flex
              key={date}
              position="absolute"
              // The last one is right-aligned with the chart.
              justify={place === last ? 'end' : 'center'}
              width="0"
              whiteSpace="nowrap"
              style={{ insetInlineStart: `${((place + (place === last ? 1 : 0.5)) / days.length) * 100}%` }}
            >
              {formatMonthDay(date)}
            </Flex>
          ),
      )}
    </Box>
  )
}

const saidOf = ({ date, values }: Day, series: readonly Series[]) =>
  [
    formatCalendarDay(date),
    ...series.map(({ name }, index) => `${name}: ${formatNumber(values[index] ?? 0)}`),
  ].join(' · ')

interface DaysProps extends Pick<DayChartProps, 'title' | 'series' | 'days'> {
  picked: number | null
  onPicked: (place: number | null) => void
}

/** A slider over the bars: selects a day by pointer, touch or arrow keys. */
const Days = ({ title, series, days, picked, onPicked }: DaysProps) => {
  const last = days.length - 1
  return (
    <chakra.input
      type="range"
      aria-label={t('{title}, day', { title })}
      aria-valuetext={days[picked ?? last] && saidOf(days[picked ?? last]!, series)}
      min={0}
      max={last}
      value={picked ?? last}
      position="absolute"
      inset="0"
      width="full"
      height="full"
      margin="0"
      cursor="crosshair"
      appearance="none"
      bg="transparent"
      borderRadius="xs"
      css={{
        '&::-webkit-slider-thumb': { appearance: 'none', width: '1px', height: '1px', opacity: 0 },
        '&::-moz-range-thumb': { width: '1px', height: '1px', opacity: 0, border: 0 },
      }}
      _focusVisible={{ outline: '2px solid', outlineColor: 'accent', outlineOffset: '4px' }}
      onChange={({ target }) => onPicked(Number(target.value))}
      onFocus={() => onPicked(picked ?? last)}
      onBlur={() => onPicked(null)}
      onPointerMove={({ clientX, currentTarget }) => {
        const { left, width } = currentTarget.getBoundingClientRect()
        const passed = (clientX - left) / width
        const share = getComputedStyle(currentTarget).direction === 'rtl' ? 1 - passed : passed
        onPicked(Math.max(0, Math.min(last, Math.floor(share * days.length))))
      }}
      onPointerLeave={() => onPicked(null)}
    />
  )
}

interface BarProps {
  day: Day
  place: number
  /** The value at full height. */
  top: number
  series: readonly Series[]
  isPicked: boolean
}

function Bar({ day, place, top, series, isPicked }: BarProps) {
  const heights = day.values.map((value) => (value / top) * HEIGHT)
  const tops = heights.map((_, index) => HEIGHT - heights.slice(0, index + 1).reduce((a, b) => a + b, 0))
  return (
    <g>
      {isPicked && (
        <chakra.rect x={place * STEP} y={0} width={`${STEP}px`} height={`${HEIGHT}px`} fill="rule" />
      )}
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
  <Flex as="ul" listStyleType="none" wrap="wrap" gap="4" rowGap="1" textStyle="small" color="ink.2">
    {series.map(({ name, color }) => (
      <Flex as="li" key={name} align="center" gap="1.5">
        <Box aria-hidden data-swatch width="10px" height="10px" borderRadius="2px" bg={color} />
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
