import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { useId, useState } from 'react'
import type { GoldenRun } from '../../services/contract/golden.ts'
import { counted, formatMoment, formatShare } from '../parts/format.ts'

const WIDTH = 560
const HEIGHT = 150
const LEFT = 46
const BOTTOM = 20
const TOP = 8

const LINES = [
  { key: 'at_1', name: 'Among the first 1', color: 'accent', dash: undefined },
  { key: 'at_5', name: 'Among the first 5', color: 'good', dash: '6 4' },
  { key: 'at_10', name: 'Among the first 10', color: 'ink.3', dash: '2 3' },
] as const

const y = (share: number) => TOP + (1 - share) * HEIGHT

/** The share of golden questions whose passage was found, run by run; the values of one run at a time in words. */
export function RecallChart({ runs }: { runs: readonly GoldenRun[] }) {
  const [picked, setPicked] = useState<number | null>(null)
  const id = useId()
  if (runs.length === 0) return null
  const step = (WIDTH - LEFT - 12) / Math.max(1, runs.length - 1)
  const x = (index: number) => LEFT + index * step
  const shown = Math.min(picked ?? runs.length - 1, runs.length - 1)
  return (
    <Box as="figure">
      <Flex as="figcaption" justify="space-between" align="baseline" gap="4" wrap="wrap" mb="3">
        <Text fontWeight="semibold" fontSize="md">
          Found, run by run
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
      <chakra.svg
        viewBox={`0 0 ${WIDTH} ${TOP + HEIGHT + BOTTOM}`}
        width="full"
        height="auto"
        display="block"
        aria-hidden
        onPointerMove={({ clientX, currentTarget }) => {
          const { left, width } = currentTarget.getBoundingClientRect()
          const at = ((clientX - left) / width) * WIDTH
          setPicked(Math.max(0, Math.min(runs.length - 1, Math.round((at - LEFT) / step))))
        }}
        onPointerLeave={() => setPicked(null)}
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <chakra.line x1={LEFT} x2={WIDTH - 12} y1={y(share)} y2={y(share)} stroke="rule" />
            <chakra.text x={LEFT - 8} y={y(share) + 4} textAnchor="end" fontSize="12px" fill="ink.2">
              {formatShare(share)}
            </chakra.text>
          </g>
        ))}
        <chakra.line x1={x(shown)} x2={x(shown)} y1={TOP} y2={TOP + HEIGHT} stroke="rule.2" />
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
      <chakra.label htmlFor={id} srOnly>
        Run
      </chakra.label>
      {runs.length > 1 && (
        <chakra.input
          id={id}
          type="range"
          min={0}
          max={runs.length - 1}
          value={shown}
          aria-valuetext={saidOf(runs[shown]!)}
          width="full"
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
    counted(total, 'question'),
    recall &&
      `found first ${formatShare(recall.at_1)}, among 5 ${formatShare(recall.at_5)}, among 10 ${formatShare(recall.at_10)}`,
    mrr !== null && `mean of 1 / place ${mrr.toFixed(2)}`,
    origin === 'reindex' && `before index ${index ?? ''} was published`,
  ]
    .filter(Boolean)
    .join(' · ')
