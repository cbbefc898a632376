import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { DocumentStatus } from '../../services/contract/documents.ts'
import type { IntegrationStatus } from '../../services/contract/integrations.ts'
import type { KnowledgeBaseStatus } from '../../services/contract/knowledge-bases.ts'
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

const knowledgeBase: Record<KnowledgeBaseStatus, [Tone, string]> = {
  empty: ['quiet', t('Empty')],
  indexing: ['caution', t('Reading')],
  ready: ['good', t('Ready')],
  degraded: ['caution', t('Some failed')],
  error: ['problem', t('Failed')],
}

export function KnowledgeBaseBadge({ status }: { status: KnowledgeBaseStatus }) {
  const [tone, label] = knowledgeBase[status]
  return <Badge tone={tone}>{label}</Badge>
}

const integration: Record<IntegrationStatus, [Tone, string]> = {
  draft: ['caution', t('Draft')],
  published: ['good', t('Published')],
  paused: ['quiet', t('Paused')],
}

export function IntegrationBadge({ status }: { status: IntegrationStatus }) {
  const [tone, label] = integration[status]
  return <Badge tone={tone}>{label}</Badge>
}

const document: Record<DocumentStatus, [Tone, string]> = {
  queued: ['quiet', t('Queued')],
  fetching: ['caution', t('Fetching')],
  reading: ['caution', t('Reading')],
  splitting: ['caution', t('Splitting')],
  embedding: ['caution', t('Embedding')],
  ready: ['good', t('Ready')],
  failed: ['problem', t('Failed')],
  cancelled: ['quiet', t('Cancelled')],
}

export function DocumentBadge({ status }: { status: DocumentStatus }) {
  const [tone, label] = document[status]
  return <Badge tone={tone}>{label}</Badge>
}
