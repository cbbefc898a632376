import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ReindexRef } from '../../../machines/knowledge/reindex.machine.ts'
import type { IndexStatus, KnowledgeIndex } from '../../../services/contract/indexes.ts'
import { reasonText } from '../../../texts/localized-parts.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { formatMomentBy, formatNumber, formatShare } from '../../parts/format.ts'
import { Rich } from '../../parts/rich.tsx'
import { Section } from '../../parts/section.tsx'
import { stateBadge } from '../../parts/status-badge.tsx'
import { IndexChanges, isUncompared } from './index-changes.tsx'

const IndexBadge = stateBadge<IndexStatus>({
  queued: ['quiet', t('Queued')],
  building: ['caution', t('Building')],
  ready: ['caution', t('Needs a decision')],
  published: ['good', t('In use')],
  replaced: ['quiet', t('Replaced')],
  discarded: ['quiet', t('Discarded')],
  failed: ['problem', t('Failed')],
  cancelled: ['quiet', t('Cancelled')],
})

interface IndexHistoryProps {
  indexes: readonly KnowledgeIndex[]
  actor: ReindexRef
  editable: boolean
}

/** All indexes of a knowledge base, newest first, and a way to return to one. */
export function IndexHistory({ indexes, actor, editable }: IndexHistoryProps) {
  const mayBegin = useSelector(actor, (state) => state.can({ type: 'reindex.requested' }))
  return (
    <Section
      title={t('Indexes')}
      lead={t(
        'Each re-index builds a new index next to the current one. The previous index is kept, so you can go back in seconds. Older ones are rebuilt from their settings. Documents added since then stay.',
      )}
      action={
        editable && (
          <Button disabled={!mayBegin} onClick={() => actor.send({ type: 'reindex.requested' })}>
            {t('Re-index')}
          </Button>
        )
      }
    >
      <Box as="ol" listStyleType="none" borderTop="1px solid" borderColor="rule" aria-label={t('Indexes')}>
        {indexes.map((index) => (
          <IndexRow key={index.id} index={index}>
            {editable && index.status === 'replaced' && (
              <Button
                size="sm"
                disabled={!mayBegin}
                onClick={() => actor.send({ type: 'restore.requested', id: index.id })}
              >
                <Rich
                  text={t('Go back<0> to index {number}</0>', { number: index.number })}
                  parts={[<chakra.span srOnly />]}
                />
              </Button>
            )}
          </IndexRow>
        ))}
      </Box>
    </Section>
  )
}

function IndexRow({ index, children }: { index: KnowledgeIndex; children: ReactNode }) {
  const { number, status, report, error } = index
  return (
    <Box as="li" borderBottom="1px solid" borderColor="rule" py="4" data-index={number}>
      <Flex gap="4" align="center" justify="space-between">
        <Box minWidth={0}>
          <Flex gap="2.5" align="center">
            <Text fontWeight="semibold">{t('Index {number}', { number })}</Text>
            <IndexBadge status={status} />
          </Flex>
          <Text textStyle="small" color="ink.2" overflowWrap="anywhere">
            {describe(index)}
          </Text>
        </Box>
        {children}
      </Flex>
      {error && (
        <Text fontSize="md" mt="1">
          {reasonText(error)}
        </Text>
      )}
      {report && (
        <Box mt="1">
          <IndexChanges report={report} />
        </Box>
      )}
    </Box>
  )
}

const ORIGINS: Record<KnowledgeIndex['origin'], string> = {
  created: t('Created with the knowledge base'),
  settings: t('Different settings'),
  asked: t('Re-indexed'),
  restored: t('Back to index'),
}

const describe = (index: KnowledgeIndex) => {
  const { origin, restored_number, passage_size, passage_overlap, recall, is_kept, created_at, created_by } =
    index
  return [
    origin === 'restored' ? `${ORIGINS.restored} ${restored_number}` : ORIGINS[origin],
    passage_overlap > 0
      ? t('{passage_size} characters, overlapping by {passage_overlap}', {
          passage_size: formatNumber(passage_size),
          passage_overlap: formatNumber(passage_overlap),
        })
      : t('{passage_size} characters', { passage_size: formatNumber(passage_size) }),
    isUncompared(index) && t('Not compared'),
    recall && t('Recall at 5: {at_5}', { at_5: formatShare(recall.at_5) }),
    is_kept && t('Kept'),
    formatMomentBy(created_at, created_by),
  ]
    .filter(Boolean)
    .join(' · ')
}
