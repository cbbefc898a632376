import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { ReaderRef } from '../../../machines/knowledge/reader.machine.ts'
import type { SearchHit, SearchResults } from '../../../services/contract/search.ts'
import { t } from '../../../texts/t.ts'
import { MarkedExcerpt } from '../../conversations/conversation/marked-excerpt.tsx'
import { whereOf } from '../../conversations/conversation/where.ts'
import { Pressable } from '../../parts/button.tsx'
import { formatHundredths, formatShare } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'

interface HitProps {
  hit: SearchHit
  /** Null for an excluded one. */
  place: number | null
  reader: ReaderRef
  /** Additional notes. */
  note?: ReactNode
  action?: ReactNode
}

/** A passage, and in small print the reasons for its rank. */
export function Hit({ hit, place, reader, note, action }: HitProps) {
  const { passage, document_name, matches } = hit
  const where = whereOf(passage)
  const open = () =>
    reader.send({
      type: 'passage.opened',
      passage: { ...passage, passage_id: passage.id, document_name, marks: matches },
    })
  return (
    <Box as="li" borderBottom="1px solid" borderColor="rule" color={place === null ? 'ink.2' : undefined}>
      <Pressable
        type="button"
        display="flex"
        gap="4"
        width="calc(100% + var(--l-spacing-4))"
        py="4"
        px="2"
        mx="-2"
        borderRadius="sm"
        transition="background-color 120ms"
        _hover={{ bg: 'accent.wash' }}
        _focusVisible={{ outline: '2px solid', outlineColor: 'accent', outlineOffset: '-2px' }}
        onClick={open}
      >
        <Text as="span" textStyle="section" color="accent" width="7" flexShrink={0} textAlign="end">
          {place ?? '—'}
        </Text>
        <Box as="span" display="block" minWidth={0} flex="1">
          <Text as="span" display="block" fontSize="md" overflowWrap="anywhere">
            <b>{document_name}</b>
            {where && <chakra.span color="ink.2"> · {where}</chakra.span>}
          </Text>
          <Text as="span" mt="1" color="ink.2" lineClamp={4} overflowWrap="anywhere">
            <MarkedExcerpt content={passage.content} marks={matches} around={160} />
          </Text>
          <Ranks hit={hit} />
        </Box>
      </Pressable>
      {(note || action) && (
        <Flex gap="3" ps="11" pb="3" align="center" wrap="wrap" textStyle="small" color="ink.2">
          {note && <span>{note}</span>}
          {/* The label of a ghost button is aligned with the text above. */}
          {action && <Box ms={{ base: '-3', md: 'auto' }}>{action}</Box>}
        </Flex>
      )}
    </Box>
  )
}

const Ranks = ({ hit: { text_rank, vector_rank, cosine, score, rerank_score } }: { hit: SearchHit }) => (
  <Flex as="span" gap="4" rowGap="0" wrap="wrap" mt="2" textStyle="small" color="ink.3">
    <span>
      {t('By words')} {text_rank === null ? '—' : `#${text_rank}`}
    </span>
    <span>
      {t('By meaning')} {vector_rank === null ? '—' : `#${vector_rank}`} ·{' '}
      {t('{cosine} similar', { cosine: formatShare(cosine) })}
    </span>
    <span>{t('Rank score {score}', { score: formatShare(score) })}</span>
    {rerank_score !== null && <span>{t('Reranked {score}', { score: formatHundredths(rerank_score) })}</span>}
  </Flex>
)

interface SummaryProps {
  results: Pick<SearchResults, 'searched' | 'answerable' | 'took_ms'>
  found: string
  /** If none of them is close to the question. */
  doubt: string
}

/** How many passages were found and compared, above them. */
export const Summary = ({ results: { searched, answerable, took_ms }, found, doubt }: SummaryProps) => (
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
        {found}
      </Text>
      <Text color="ink.3">
        {t(
          '{took_ms} ms · {searched, plural, =0 {no passages} one {# passage} other {# passages}} compared',
          { took_ms, searched },
        )}
      </Text>
    </Flex>
    {!answerable && <Caution>{doubt}</Caution>}
  </>
)

const Caution = ({ children }: { children: string }) => (
  <Box mb="4">
    <Notice tone="caution">{children}</Notice>
  </Box>
)

/** Why a knowledge base that is searched only by meaning returned nothing. */
export const LanguageUnknown = () => (
  <Caution>
    {t('Search by meaning found nothing: its model does not support the language of this question.')}
  </Caution>
)
