import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { useId, useState } from 'react'
import type { GoldenRun } from '../../../services/contract/golden.ts'
import { t } from '../../../texts/t.ts'
import { formatHundredths, formatMoment, formatShare } from '../../parts/format.ts'

const WIDTH = 560
const HEIGHT = 150
/** Room for the points at the edges. */
const EDGE = 8
/** Left of the chart, for the percentages. */
const LABELS = '3.25rem'

const LINES = [
  { key: 'at_1', name: t('Rank 1'), color: 'ink', dash: undefined },
  { key: 'at_5', name: t('Top 5'), color: 'ink.2', dash: '6 4' },
  { key: 'at_10', name: t('Top 10'), color: 'ink.3', dash: '2 3' },
] as const

const SHARES = [0, 0.5, 1]
const y = (share: number) => EDGE + (1 - share) * HEIGHT

/** The share of golden questions whose passage was found, per run; one run at a time as text. */
export function RecallChart({ runs }: { runs: readonly GoldenRun[] }) {
  const [picked, setPicked] = useState<number | null>(null)
  const id = useId()
  if (runs.length === 0) return null
  const step = (WIDTH - 2 * EDGE) / Math.max(1, runs.length - 1)
  const x = (index: number) => EDGE + index * step
  const shown = Math.min(picked ?? runs.length - 1, runs.length - 1)
  return (
    <Box as="figure">
      <Flex as="figcaption" justify="space-between" align="baseline" gap="4" wrap="wrap" mb="3">
        <Text fontWeight="semibold" fontSize="md">
          {t('Found per run')}
        </Text>
        <Flex as="ul" listStyleType="none" gap="4" textStyle="small" color="ink.2" wrap="wrap">
          {LINES.map(({ key, name, color, dash }) => (
            <Flex as="li" key={key} align="center" gap="1.5">
              <chakra.svg aria-hidden width="20px" height="4px" viewBox="0 0 20 4">
                <chakra.line
                  x1="0"
                  x2="20"
                  y1="2"
                  y2="2"
                  stroke={color}
                  strokeWidth="3"
                  strokeDasharray={dash}
                />
              </chakra.svg>
              {name}
            </Flex>
          ))}
        </Flex>
      </Flex>
      <Box position="relative" ps={LABELS}>
        {SHARES.map((share) => (
          <Text
            key={share}
            aria-hidden
            position="absolute"
            insetInlineStart="0"
            top={`${(y(share) / (HEIGHT + 2 * EDGE)) * 100}%`}
            transform="translateY(-50%)"
            textStyle="small"
            color="ink.2"
          >
            {formatShare(share)}
          </Text>
        ))}
        <chakra.svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT + 2 * EDGE}`}
          width="full"
          height="auto"
          display="block"
          aria-hidden
          onPointerMove={({ clientX, currentTarget }) => {
            const { left, width } = currentTarget.getBoundingClientRect()
            const at = ((clientX - left) / width) * WIDTH
            setPicked(Math.max(0, Math.min(runs.length - 1, Math.round((at - EDGE) / step))))
          }}
          onPointerLeave={() => setPicked(null)}
        >
          {SHARES.map((share) => (
            <chakra.line key={share} x1={EDGE} x2={WIDTH - EDGE} y1={y(share)} y2={y(share)} stroke="rule" />
          ))}
          <chakra.line x1={x(shown)} x2={x(shown)} y1={EDGE} y2={EDGE + HEIGHT} stroke="rule.2" />
          {LINES.map(({ key, color, dash }) => (
            <g key={key}>
              <chakra.polyline
                points={runs.map(({ recall }, index) => `${x(index)},${y(recall?.[key] ?? 0)}`).join(' ')}
                fill="none"
                stroke={color}
                strokeWidth="2"
                strokeDasharray={dash}
              />
              <chakra.circle cx={x(shown)} cy={y(runs[shown]?.recall?.[key] ?? 0)} r="4" fill={color} />
            </g>
          ))}
        </chakra.svg>
      </Box>
      <chakra.label htmlFor={id} srOnly>
        {t('Run')}
      </chakra.label>
      {runs.length > 1 && (
        <chakra.input
          id={id}
          type="range"
          min={0}
          max={runs.length - 1}
          value={shown}
          aria-valuetext={saidOf(runs[shown]!)}
          width={`calc(100% - ${LABELS})`}
          ms={LABELS}
          accentColor="var(--l-colors-accent)"
          onChange={({ target }) => setPicked(Number(target.value))}
        />
      )}
      <Text textStyle="small" color="ink.2" mt="1">
        {saidOf(runs[shown]!)}
      </Text>
    </Box>
  )
}

const saidOf = ({ recall, mrr, total, created_at, origin, index }: GoldenRun) =>
  [
    formatMoment(created_at),
    t('{total, plural, =0 {No questions} one {# question} other {# questions}}', { total }),
    recall &&
      t('rank 1: {at_1}, top 5: {at_5}, top 10: {at_10}', {
        at_1: formatShare(recall.at_1),
        at_5: formatShare(recall.at_5),
        at_10: formatShare(recall.at_10),
      }),
    mrr !== null && t('mean reciprocal rank {mrr}', { mrr: formatHundredths(mrr) }),
    origin === 'reindex' && t('index {index}, compared before a change', { index: index ?? '' }),
  ]
    .filter(Boolean)
    .join(' · ')
