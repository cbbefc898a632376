import { Box, chakra, Stack, Text } from '@chakra-ui/react'
import { useState } from 'react'
import type { SourceUse } from '../../../services/contract/analytics.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { useFormatDay } from '../../parts/clock.ts'
import { formatNumber } from '../../parts/format.ts'
import { Link } from '../../parts/link.tsx'
import { Page } from '../../parts/page.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Section } from '../../parts/section.tsx'
import { SkeletonChart } from '../../parts/skeletons.tsx'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'
import { PeriodLinks, usePeriod } from '../charts/period-links.tsx'
import { QuestionsByDay } from '../charts/questions-by-day.tsx'
import { Gaps } from './gaps.tsx'

/** S2.14, S2.20: which documents answer questions, and what none of them answers. */
export function AnalyticsScreen() {
  const organizationId = useOrganizationId()
  const days = usePeriod()
  return (
    <Page
      title={t('Source Analytics')}
      lead={t('Which documents are used, and which questions are still unanswered.')}
      action={<PeriodLinks />}
    >
      <Stack gap="9">
        <Gaps />
        <Sources key={days} organizationId={organizationId} days={days} />
      </Stack>
    </Page>
  )
}

function Sources(of: { organizationId: string; days: number }) {
  const resource = useResource('sources', of)
  const documents = useResourceData(resource)?.documents
  return (
    <>
      <Section title={t('Answered over time')}>
        <ResourceView resource={resource} skeleton={<SkeletonChart />}>
          {({ days }) => <QuestionsByDay days={days} />}
        </ResourceView>
      </Section>
      {documents && (
        <Section
          title={t('Documents')}
          lead={t('How often each document was found for an answer, and how often it was cited.')}
        >
          <SourceTable documents={documents} />
        </Section>
      )}
    </>
  )
}

const cells = {
  '& th, & td': { py: '2.5', pe: '4', textAlign: 'start', fontWeight: 'normal', verticalAlign: 'baseline' },
  '& th.number, & td.number': { textAlign: 'end' },
  // Text directly after a number would be read as one word with it.
  '& .number + :not(.number)': { paddingInlineStart: '5' },
} as const

const AT_ONCE = 100

/** Every document with its uses; unused ones are last and marked. */
function SourceTable({ documents }: { documents: readonly SourceUse[] }) {
  const formatDay = useFormatDay()
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
              <td className="number">{formatNumber(document.retrieved)}</td>
              <td className="number">{formatNumber(document.cited)}</td>
              <td className="number">{formatNumber(document.liked)}</td>
              <td className="number">{formatNumber(document.disliked)}</td>
              <chakra.td color={document.last_retrieved_at ? undefined : 'caution'}>
                {document.last_retrieved_at ? formatDay(document.last_retrieved_at) : t('Not in this period')}
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
