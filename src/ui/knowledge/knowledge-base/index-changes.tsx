import { Box, chakra, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { IndexReport, KnowledgeIndex } from '../../../services/contract/indexes.ts'
import { reasonText } from '../../../texts/localized-parts.ts'
import { t } from '../../../texts/t.ts'
import { formatNumber } from '../../parts/format.ts'
import { spokenText } from '../../parts/spoken-text.ts'

const said = ({ added, changed, removed }: Pick<IndexReport, 'added' | 'changed' | 'removed'>) =>
  added + changed + removed === 0
    ? t('No passages differ.')
    : t(
        '{added, plural, =0 {No passages} one {# passage} other {# passages}} added, {changed} changed, {removed} removed.',
        { added, changed: formatNumber(changed), removed: formatNumber(removed) },
      )

/** It replaced another one, and no golden questions compared the two. */
export const isUncompared = ({ origin, recall, report }: KnowledgeIndex) =>
  report !== null && recall === null && (origin === 'settings' || origin === 'asked')

/** How an index differs from the previous one: counts, and the names of what people may want to check. */
export const IndexChanges = ({ report }: { report: IndexReport }) => (
  <Box fontSize="md">
    <Text>{said(report)}</Text>
    <Named
      summary={t(
        '{documents_count, plural, =0 {No documents} one {# document} other {# documents}} changed',
        { documents_count: report.documents_count },
      )}
      count={report.documents_count}
    >
      {report.documents.map(({ document_id, name, ...counts }) => (
        <Line key={document_id} name={name}>
          {said(counts)}
        </Line>
      ))}
    </Named>
    <Named
      summary={t(
        '{unread_count, plural, =0 {No documents} one {# document} other {# documents}} kept as before',
        { unread_count: report.unread_count },
      )}
      count={report.unread_count}
    >
      {report.unread.map(({ document_id, name, error }) => (
        <Line key={document_id} name={name}>
          {reasonText(error)}
        </Line>
      ))}
    </Named>
    <Named
      summary={t('{lost_edits_count, plural, =0 {No edits} one {# edit} other {# edits}} not kept', {
        lost_edits_count: report.lost_edits_count,
      })}
      count={report.lost_edits_count}
    >
      {report.lost_edits.map(({ document_id, name, page, content }, place) => (
        <Line
          key={`${document_id} ${place}`}
          name={page === null ? name : t('{name}, page {page}', { name, page })}
        >
          {t('“{quoted}”', { quoted: spokenText(content) })}
        </Line>
      ))}
    </Named>
  </Box>
)

function Named({ summary, count, children }: { summary: string; count: number; children: ReactNode[] }) {
  if (count === 0) return null
  return (
    <chakra.details mt="1">
      <chakra.summary cursor="pointer" color="ink.2">
        {summary}
      </chakra.summary>
      <Box as="ul" ps="5" mt="1" maxHeight="16rem" overflowY="auto">
        {children}
        {count > children.length && (
          <li>{t('And {count} more.', { count: formatNumber(count - children.length) })}</li>
        )}
      </Box>
    </chakra.details>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <li>
    <Text as="span" fontWeight="semibold" overflowWrap="anywhere">
      {name}
    </Text>{' '}
    <Text as="span" color="ink.2" overflowWrap="anywhere">
      {children}
    </Text>
  </li>
)
