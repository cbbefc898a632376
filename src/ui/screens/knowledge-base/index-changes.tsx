import { Box, chakra, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { IndexReport } from '../../../services/contract/indexes.ts'
import { counted, formatNumber } from '../../parts/format.ts'

const said = ({ added, changed, removed }: Pick<IndexReport, 'added' | 'changed' | 'removed'>) =>
  added + changed + removed === 0
    ? 'No passage differs.'
    : `${counted(added, 'passage')} added, ${formatNumber(changed)} changed, ${formatNumber(removed)} removed.`

/** What an index differs in from the one before: counts, and by name what people may want to look at. */
export const IndexChanges = ({ report }: { report: IndexReport }) => (
  <Box fontSize="md">
    <Text>{said(report)}</Text>
    <Named summary={`${counted(report.documents_count, 'document')} changed`} count={report.documents_count}>
      {report.documents.map(({ document_id, name, ...counts }) => (
        <Line key={document_id} name={name}>
          {said(counts)}
        </Line>
      ))}
    </Named>
    <Named summary={`${counted(report.unread_count, 'document')} kept as before`} count={report.unread_count}>
      {report.unread.map(({ document_id, name, error }) => (
        <Line key={document_id} name={name}>
          {error.message} {error.hint}
        </Line>
      ))}
    </Named>
    <Named summary={`${counted(report.lost_edits_count, 'edit')} not kept`} count={report.lost_edits_count}>
      {report.lost_edits.map(({ document_id, name, page, content }, place) => (
        <Line key={`${document_id} ${place}`} name={page === null ? name : `${name}, page ${page}`}>
          “{content}”
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
        {count > children.length && <li>And {formatNumber(count - children.length)} more.</li>}
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
