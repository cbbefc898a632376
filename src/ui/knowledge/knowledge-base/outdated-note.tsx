import { Flex, Text } from '@chakra-ui/react'
import type { KnowledgeBase } from '../../../services/contract/knowledge-bases.ts'
import { t } from '../../../texts/t.ts'
import { formatNumber } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { ProgressBar } from '../../parts/progress-bar.tsx'

/** While passages wait for the embedding model that has replaced another one. */
export function OutdatedNote({ counts: { passages, outdated = 0 } }: Pick<KnowledgeBase, 'counts'>) {
  if (outdated === 0) return null
  const done = Math.max(0, passages - outdated)
  return (
    <Notice tone="caution">
      <Text fontWeight="semibold">{t('A new embedding model is processing this knowledge base.')}</Text>
      <Text color="ink.2">
        {t('Assistants keep answering. Until then, unprocessed passages are found by keyword only.')}
      </Text>
      <Flex align="center" gap="4" mt="2" wrap="wrap">
        <ProgressBar
          label={t('Progress of the new embedding model')}
          value={passages === 0 ? 0 : done / passages}
        />
        <Text textStyle="small" color="ink.2" whiteSpace="nowrap">
          {t('{done} of {total} passages', { done: formatNumber(done), total: formatNumber(passages) })}
        </Text>
      </Flex>
    </Notice>
  )
}
