import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { IntegrationStatus } from '../../services/contract/integrations.ts'
import { t } from '../../texts/t.ts'

type Tone = 'good' | 'caution' | 'quiet' | 'problem'

const tones = {
  good: { bg: 'good.wash', color: 'good', borderColor: 'transparent' },
  caution: { bg: 'caution.wash', color: 'caution', borderColor: 'transparent' },
  quiet: { bg: 'transparent', color: 'ink.2', borderColor: 'rule.2' },
  problem: { bg: 'transparent', color: 'accent', borderColor: 'accent' },
} as const

export const Badge = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <chakra.span
    {...tones[tone]}
    borderWidth="1px"
    borderStyle="solid"
    borderRadius="full"
    px="2.5"
    py="0.5"
    fontSize="xs"
    fontWeight="semibold"
    whiteSpace="nowrap"
    flexShrink={0}
  >
    {children}
  </chakra.span>
)

/** A badge for each of a thing's states. */
export const stateBadge =
  <State extends string>(states: Readonly<Record<State, readonly [Tone, string]>>) =>
  ({ status }: { status: State }) => {
    const [tone, label] = states[status]
    return <Badge tone={tone}>{label}</Badge>
  }

export const IntegrationBadge = stateBadge<IntegrationStatus>({
  draft: ['caution', t('Draft')],
  published: ['good', t('Published')],
  paused: ['quiet', t('Paused')],
})
