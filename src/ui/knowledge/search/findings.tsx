import { Box, Flex, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type {
  PassageSearchContext,
  PassageSearchRef,
} from '../../../machines/knowledge/passage-search.machine.ts'
import type { ReaderRef } from '../../../machines/knowledge/reader.machine.ts'
import type { SearchResults } from '../../../services/contract/search.ts'
import { t } from '../../../texts/t.ts'
import { Loading } from '../../parts/loading.tsx'
import { Notice } from '../../parts/notice.tsx'
import { EmptyState, SkeletonLine } from '../../parts/states.tsx'
import { Hit, LanguageUnknown } from '../passages/hit.tsx'

/** The results of a search. */
export function Findings({ search, reader }: { search: PassageSearchRef; reader: ReaderRef }) {
  const phase = useSelector(search, ({ value }) => value)
  const { asked, results, error } = useSelector(search, ({ context }) => context)
  return (
    <Box mt="7" aria-live="polite">
      {phase === 'idle' && (
        <EmptyState title={t('See the passages the assistant finds.')}>
          {t(
            'Passages are found and ranked by words and by meaning. Search when an answer surprises you, to see the passages behind it.',
          )}
        </EmptyState>
      )}
      {phase === 'searching' && <Waiting />}
      {phase === 'failed' && <Notice tone="error">{error}</Notice>}
      {results?.language_unknown && <LanguageUnknown />}
      {phase === 'nothingFound' && (
        <EmptyState title={t('No results for “{asked}”.', { asked })}>
          {results?.searched === 0
            ? t(
                'The knowledge bases of this assistant have no passages yet. Add a document, or wait until it has been read.',
              )
            : t('No similar passages. Try other words, or add a document about it.')}
        </EmptyState>
      )}
      {phase === 'found' && results && <Ranked asked={asked} results={results} reader={reader} />}
    </Box>
  )
}

const Waiting = () => (
  <Loading gap="7" label={t('Searching')}>
    {[0, 1, 2].map((place) => (
      <Stack key={place} gap="2.5">
        <SkeletonLine width="40%" />
        <SkeletonLine />
        <SkeletonLine width="80%" />
      </Stack>
    ))}
  </Loading>
)

interface RankedProps {
  asked: PassageSearchContext['asked']
  results: SearchResults
  reader: ReaderRef
}

function Ranked({ asked, results: { hits, searched, answerable, took_ms }, reader }: RankedProps) {
  return (
    <>
      <Flex
        justify="space-between"
        columnGap="4"
        rowGap="0.5"
        wrap="wrap"
        mb="4"
        textStyle="small"
        color="ink.2"
      >
        <Text overflowWrap="anywhere" minWidth={0}>
          {t('{hits, plural, =0 {No passages} one {# passage} other {# passages}} for “{asked}”', {
            hits: hits.length,
            asked,
          })}
        </Text>
        <Text color="ink.3">
          {t(
            '{took_ms} ms · {searched, plural, =0 {no passages} one {# passage} other {# passages}} compared',
            { took_ms, searched },
          )}
        </Text>
      </Flex>
      {!answerable && (
        <Box mb="4">
          <Notice tone="caution">
            {t('None of these is similar enough. The assistant would say that it found no answer.')}
          </Notice>
        </Box>
      )}
      <Box as="ol" listStyleType="none" borderTop="1px solid" borderColor="rule">
        {hits.map((hit, place) => (
          <Hit key={hit.passage.id} hit={hit} place={place + 1} reader={reader} />
        ))}
      </Box>
    </>
  )
}
