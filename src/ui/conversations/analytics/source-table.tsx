import { Box, chakra, Text } from '@chakra-ui/react'
import { useState } from 'react'
import type { SourceUse } from '../../../services/contract/analytics.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { formatDay, formatNumber } from '../../parts/format.ts'
import { Link } from '../../parts/link.tsx'

const cells = {
  '& th, & td': { py: '2.5', pe: '4', textAlign: 'start', fontWeight: 'normal', verticalAlign: 'baseline' },
  '& th.number, & td.number': { textAlign: 'end' },
  // Text directly after a number would be read as one word with it.
  '& .number + :not(.number)': { paddingInlineStart: '5' },
} as const

const AT_ONCE = 100

/** Every document with its uses; unused ones are last and marked. */
export function SourceTable({ documents }: { documents: readonly SourceUse[] }) {
  const [shown, setShown] = useState(AT_ONCE)
  if (documents.length === 0)
    return <Text color="ink.2">{t('There are no documents yet. Add some to a knowledge base.')}</Text>
  return (
    <Box overflowX="auto" tabIndex={0} role="region" aria-label={t('Document usage')}>
      <chakra.table width="full" fontSize="md" minWidth="34rem" css={cells}>
        <thead>
          <chakra.tr color="ink.2" fontSize="sm">
            <th scope="col">{t('Document')}</th>
            <th scope="col" className="number">
              {t('Found')}
            </th>
            <th scope="col" className="number">
              {t('Cited')}
            </th>
            <th scope="col" className="number">
              {t('Liked')}
            </th>
            <th scope="col" className="number">
              {t('Disliked')}
            </th>
            <th scope="col">{t('Last found')}</th>
          </chakra.tr>
        </thead>
        <tbody>
          {documents.slice(0, shown).map((document) => (
            <chakra.tr key={document.document_id} borderTop="1px solid" borderColor="rule">
              <th scope="row">
                <Text fontWeight="semibold" overflowWrap="anywhere">
                  {document.name}
                </Text>
                <Link
                  to={`/knowledge-bases/${document.knowledge_base_id}`}
                  fontSize="sm"
                  fontWeight="normal"
                  color="ink.2"
                >
                  {document.knowledge_base_name}
                </Link>
              </th>
              <td className="number">{document.retrieved}</td>
              <td className="number">{document.cited}</td>
              <td className="number">{document.liked}</td>
              <td className="number">{document.disliked}</td>
              <chakra.td color={document.last_retrieved_at ? undefined : 'caution'}>
                {document.last_retrieved_at ? formatDay(document.last_retrieved_at) : t('Never')}
              </chakra.td>
            </chakra.tr>
          ))}
        </tbody>
      </chakra.table>
      {documents.length > shown && (
        <Button size="sm" mt="3" onClick={() => setShown(shown + AT_ONCE)}>
          {t('Show more ({documents} in total)', { documents: formatNumber(documents.length) })}
        </Button>
      )}
    </Box>
  )
}
