import { Box, Heading } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { BookmarkPlus } from 'lucide-react'
import type { ReaderRef } from '../../../machines/knowledge/reader.machine.ts'
import type { RetrievalTestRef } from '../../../machines/knowledge/retrieval-test.machine.ts'
import type { RetrievalTestResults, TestedHit } from '../../../services/contract/search.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { formatShare } from '../../parts/format.ts'
import { Loading } from '../../parts/loading.tsx'
import { Notice } from '../../parts/notice.tsx'
import { EmptyState, SkeletonLine } from '../../parts/states.tsx'
import { useProvidedActor } from '../../provided.ts'
import { Hit, LanguageUnknown, Summary } from '../passages/hit.tsx'

interface ResultsProps {
  actor: RetrievalTestRef
  reader: ReaderRef
  editable: boolean
}

/** The test's results; the previous ones stay while other settings are tried. */
export function Results({ actor, reader, editable }: ResultsProps) {
  const phase = useSelector(actor, ({ value }) => value.search)
  const { asked, results, error } = useSelector(actor, ({ context }) => context)
  const busy = useSelector(actor, (test) => test.hasTag('busy'))
  return (
    <Box gridArea="results" aria-live="polite" aria-busy={busy}>
      {phase === 'idle' && (
        <EmptyState title={t('Ask a question to see the passages it finds.')}>
          {t(
            'Each passage shows its rank by words and by meaning, and its rank score. Passages left out by a setting are shown with that setting.',
          )}
        </EmptyState>
      )}
      {phase === 'failed' && <Notice tone="error">{error}</Notice>}
      {phase === 'nothingFound' && (
        <EmptyState title={t('No results for “{asked}”.', { asked })}>
          {results?.searched === 0
            ? t('This knowledge base has no passages yet. Add a document, or wait until it has been read.')
            : t('No similar passages. Try other words or settings, or add a document about it.')}
        </EmptyState>
      )}
      {results?.language_unknown && <LanguageUnknown />}
      {busy && !results && <Waiting />}
      {results && results.hits.length + results.cut.length > 0 && phase !== 'failed' && (
        <Box opacity={busy ? 0.6 : undefined}>
          <Found actor={actor} results={results} reader={reader} editable={editable} />
        </Box>
      )}
    </Box>
  )
}

const Waiting = () => (
  <Loading gap="2.5" label={t('Searching')}>
    <SkeletonLine width="40%" />
    <SkeletonLine />
    <SkeletonLine width="80%" />
  </Loading>
)

function Found({ actor, results, reader, editable }: ResultsProps & { results: RetrievalTestResults }) {
  const { hits, cut } = results
  const { settings } = useSelector(actor, ({ context }) => context)
  return (
    <>
      <Summary
        results={results}
        found={t('{hits, plural, =0 {No passages} one {# passage} other {# passages}} found', {
          hits: hits.length,
        })}
        doubt={t(
          'None of these is close to the question, so an assistant might not answer it. Rank scores only compare passages with each other.',
        )}
      />
      <Box as="ol" listStyleType="none" aria-label={t('Found')} borderTop="1px solid" borderColor="rule">
        {hits.map((hit, index) => (
          <Hit
            key={hit.passage.id}
            hit={hit}
            place={index + 1}
            reader={reader}
            note={movementOf(index + 1, hit.stored_place)}
            action={editable && <SaveAsGolden actor={actor} hit={hit} />}
          />
        ))}
      </Box>
      {cut.length > 0 && (
        <>
          <Heading as="h2" textStyle="section" mt="8" mb="3">
            {t('Left out by a setting')}
          </Heading>
          <Box
            as="ul"
            listStyleType="none"
            aria-label={t('Left out')}
            borderTop="1px solid"
            borderColor="rule"
          >
            {cut.map((hit) => (
              <Hit
                key={hit.passage.id}
                hit={hit}
                place={null}
                reader={reader}
                note={
                  hit.by === 'base_top_k'
                    ? t(
                        'Other passages ranked higher: the limit is {top_k, plural, =0 {no passages} one {# passage} other {# passages}}.',
                        { top_k: settings.top_k ?? 0 },
                      )
                    : t('Its rank score is below {score_threshold}.', {
                        score_threshold: formatShare(settings.score_threshold),
                      })
                }
              />
            ))}
          </Box>
        </>
      )}
    </>
  )
}

/** Compared with the stored settings; empty if the passage has the same rank there. */
const movementOf = (place: number, stored: number | null) => {
  if (stored === null) return t('New: left out by the saved settings.')
  if (stored === place) return null
  return stored > place ? t('Up from rank {stored}.', { stored }) : t('Down from rank {stored}.', { stored })
}

function SaveAsGolden({ actor, hit: { passage } }: { actor: RetrievalTestRef; hit: TestedHit }) {
  const taking = useProvidedActor('takeGolden')
  const busy = useSelector(taking, (one) => one.hasTag('busy'))
  const { knowledgeBaseId, asked } = useSelector(actor, ({ context }) => context)
  return (
    <Button
      variant="ghost"
      size="sm"
      disabled={busy}
      onClick={() =>
        taking.send({
          type: 'operation.requested',
          request: {
            kind: 'passage',
            knowledgeBaseId,
            question: asked,
            documentId: passage.document_id,
            quote: passage.content,
          },
        })
      }
    >
      <BookmarkPlus aria-hidden />
      {t('Save as golden question')}
    </Button>
  )
}
