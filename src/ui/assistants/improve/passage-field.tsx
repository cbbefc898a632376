import { Box, chakra, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { PassageSearchRef } from '../../../machines/knowledge/passage-search.machine.ts'
import type { SearchHit } from '../../../services/contract/search.ts'
import { t } from '../../../texts/t.ts'
import { MarkedExcerpt } from '../../conversations/conversation/marked-excerpt.tsx'
import { whereOf } from '../../conversations/conversation/where.ts'
import { useFieldError, useFieldValue, useForm } from '../../parts/form.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Notice } from '../../parts/notice.tsx'
import { SkeletonLine } from '../../parts/states.tsx'

/** One of the passages that a search found; the chosen one stays in the list. */
export function PassageField({ search }: { search: PassageSearchRef }) {
  const phase = useSelector(search, ({ value }) => value)
  const { results, error } = useSelector(search, ({ context }) => context)
  const chosen = useFieldValue('hit') as SearchHit | null
  const wrong = useFieldError('hit')
  const found = results?.hits ?? []
  const isKept = chosen !== null && !found.some(({ passage }) => passage.id === chosen.passage.id)
  const hits = isKept ? [chosen, ...found] : found
  return (
    <Stack gap="3" aria-live="polite">
      {phase === 'idle' && chosen === null && (
        <Text color="ink.2">{t('Search for the question, or for words from the passage.')}</Text>
      )}
      {phase === 'searching' && (
        <Loading gap="2.5" label={t('Searching')}>
          <SkeletonLine width="40%" />
          <SkeletonLine />
          <SkeletonLine width="80%" />
        </Loading>
      )}
      {phase === 'failed' && <Notice tone="error">{error}</Notice>}
      {phase === 'nothingFound' && (
        <Notice tone="caution">
          {t('No similar passage was found. Try other words, or add a document that covers it.')}
        </Notice>
      )}
      {hits.length > 0 && <Choices hits={hits} chosen={chosen} isWrong={wrong !== null} />}
      {wrong && (
        <Text role="alert" textStyle="small" color="accent" fontWeight="medium">
          {wrong}
        </Text>
      )}
    </Stack>
  )
}

interface ChoicesProps {
  hits: readonly SearchHit[]
  chosen: SearchHit | null
  isWrong: boolean
}

function Choices({ hits, chosen, isWrong }: ChoicesProps) {
  const form = useForm()
  const name = useId()
  return (
    <fieldset>
      <chakra.legend srOnly>{t('Passages')}</chakra.legend>
      <Box
        border="1px solid"
        borderColor={isWrong ? 'accent' : 'control'}
        borderRadius="sm"
        bg="raised"
        maxHeight="20rem"
        overflowY="auto"
      >
        {hits.map((hit) => (
          <chakra.label
            key={hit.passage.id}
            display="flex"
            gap="3"
            px="3"
            py="2.5"
            cursor="pointer"
            bg={chosen?.passage.id === hit.passage.id ? 'accent.wash' : undefined}
            _notLast={{ borderBottom: '1px solid', borderColor: 'rule' }}
            _hover={{ bg: 'accent.wash' }}
          >
            <chakra.input
              type="radio"
              name={name}
              checked={chosen?.passage.id === hit.passage.id}
              aria-invalid={isWrong}
              mt="1"
              flexShrink={0}
              accentColor="var(--l-colors-accent)"
              onChange={() => form.send({ type: 'field.changed', name: 'hit', value: hit })}
            />
            <Box as="span" minWidth={0}>
              <Text as="span" display="block" overflowWrap="anywhere">
                <b>{hit.document_name}</b>
                {whereOf(hit.passage) && <chakra.span color="ink.2"> · {whereOf(hit.passage)}</chakra.span>}
              </Text>
              <Text as="span" textStyle="small" color="ink.2" lineClamp={4} overflowWrap="anywhere">
                <MarkedExcerpt content={hit.passage.content} marks={hit.matches} around={160} />
              </Text>
            </Box>
          </chakra.label>
        ))}
      </Box>
    </fieldset>
  )
}
