import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { ExplainPassageRef } from '../../../machines/knowledge/explain-passage.machine.ts'
import type { KnowledgeBase } from '../../../services/contract/knowledge-bases.ts'
import { EXPLAINED_MAX, type SearchExplanation } from '../../../services/contract/search.ts'
import { t } from '../../../texts/t.ts'
import { whereOf } from '../../conversations/conversation/where.ts'
import { Pressable } from '../../parts/button.tsx'
import { formatNumber, formatShare } from '../../parts/format.ts'
import { Notice } from '../../parts/notice.tsx'
import { Section } from '../../parts/section.tsx'
import { spokenText } from '../../parts/spoken-text.ts'
import { RetryButton, SkeletonLine } from '../../parts/states.tsx'
import { useProvidedActor } from '../../provided.ts'
import { DocumentsOf, OneOf } from './scope.tsx'

interface ExplanationProps {
  integrationId: string
  query: string
  /** All of the organization's: the passage may be where the assistant does not search. */
  bases: readonly KnowledgeBase[]
  /** The assistant's first. */
  baseId: string
}

/** Why was this not found? The person picks a passage and gets the reason in words. */
export function Explanation({ integrationId, query, bases, baseId: firstId }: ExplanationProps) {
  const [baseId, setBaseId] = useState(firstId)
  const actor = useProvidedActor('explainPassage', { input: { integrationId, query } })
  const { documentId, error } = useSelector(actor, ({ context }) => context)
  const failed = useSelector(actor, (explaining) => explaining.hasTag('failed'))
  const loading = useSelector(actor, (explaining) => explaining.matches('loadingPassages'))
  return (
    <Box mt="10">
      <Section
        title={t('Expected a different passage?')}
        lead={t('Select it to see its rank by words and by meaning, and why it was left out.')}
      >
        <Flex direction="column" gap="4">
          <Flex gap="4" wrap="wrap">
            {bases.length > 1 && (
              <OneOf
                label={t('In')}
                options={bases}
                value={baseId}
                placeholder={t('Choose a knowledge base')}
                onChange={setBaseId}
              />
            )}
            {baseId !== '' && (
              <DocumentsOf
                key={baseId}
                knowledgeBaseId={baseId}
                value={documentId ?? ''}
                placeholder={t('Choose its document')}
                onChange={(id) => id !== '' && actor.send({ type: 'document.picked', id })}
              />
            )}
          </Flex>
          {loading && <SkeletonLine width="60%" />}
          {failed && (
            <Notice tone="error">
              {error} <RetryButton actor={actor} variant="link" size="inline" />
            </Notice>
          )}
          <Passages actor={actor} />
        </Flex>
      </Section>
    </Box>
  )
}

function Passages({ actor }: { actor: ExplainPassageRef }) {
  const { passages, passage: picked, explanation } = useSelector(actor, ({ context }) => context)
  const explaining = useSelector(actor, (snapshot) => snapshot.matches({ choosingPassage: 'explaining' }))
  return (
    <Box as="ul" listStyleType="none" aria-label={t('Passages')} maxHeight="24rem" overflowY="auto">
      {passages.map((passage) => (
        <Box as="li" key={passage.id} borderTop="1px solid" borderColor="rule">
          <Pressable
            type="button"
            display="block"
            width="full"
            px="2"
            py="3"
            aria-pressed={picked?.id === passage.id}
            bg={picked?.id === passage.id ? 'accent.wash' : undefined}
            _hover={{ bg: 'accent.wash' }}
            _focusVisible={{ outlineOffset: '-2px' }}
            onClick={() => actor.send({ type: 'passage.picked', passage })}
          >
            {whereOf(passage) && (
              <Text as="span" display="block" fontWeight="bold" fontSize="sm">
                {whereOf(passage)}
              </Text>
            )}
            <Text as="span" color="ink.2" lineClamp={2} overflowWrap="anywhere">
              {spokenText(passage.content)}
            </Text>
          </Pressable>
          {picked?.id === passage.id && (
            <Box px="2" pb="4" role="status">
              {explanation && <Told explanation={explanation} />}
              {explaining && <SkeletonLine width="50%" />}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  )
}

const verdict = ({
  fate,
  settings,
  knowledge_base,
  fused,
  candidates,
  meaning,
}: SearchExplanation): readonly [string, string] => {
  switch (fate) {
    case 'read':
      return [
        t('Found: the assistant uses it.'),
        t('It ranked {rank} of {top_k}.', { rank: fused.rank, top_k: settings.top_k }),
      ]
    case 'unsearched':
      return [
        t('It was not searched.'),
        t('This assistant does not use its knowledge base. Add it in Settings.'),
      ]
    case 'not_ready':
      return [
        t('It has not been searched yet.'),
        t('Its document is still being read, or could not be read.'),
      ]
    case 'unrelated':
      return [
        t('It has nothing in common with the search.'),
        t(
          'It has none of the words, and its similarity is below {floor}. Use its words, or add yours to the document.',
          { floor: formatShare(meaning.floor) },
        ),
      ]
    case 'no_shared_word':
      return [
        t('It has none of your search words.'),
        t('Its knowledge base is searched by words only. You can add meaning in its settings.'),
      ]
    case 'not_near':
      return [
        t('Its similarity is below {floor}.', { floor: formatShare(meaning.floor) }),
        t('Its knowledge base is searched by meaning only. You can add words in its settings.'),
      ]
    case 'language_unknown':
      return [
        t('It could not be compared.'),
        t(
          'Its knowledge base is searched by meaning only, and the model does not support its language or that of your search.',
        ),
      ]
    case 'too_far_down':
      return [
        t('Other passages ranked higher.'),
        t(
          'Up to {candidates} passages by words and {candidates} by meaning are compared; this is not one of them.',
          { candidates },
        ),
      ]
    case 'beyond_base_top_k':
      return [
        t(
          'Left out: its knowledge base is limited to {top_k, plural, =0 {no passages} one {# passage} other {# passages}}.',
          { top_k: knowledge_base.top_k ?? 0 },
        ),
        t('Other passages of the same knowledge base ranked higher. Raise the limit in its settings.'),
      ]
    case 'below_base_threshold':
      return [
        t('Left out: below the minimum rank score of its knowledge base ({score_threshold}).', {
          score_threshold: formatShare(knowledge_base.score_threshold),
        }),
        t('Its rank score is {score}. Lower the minimum to include it.', {
          score: formatShare(fused.score ?? 0),
        }),
      ]
    case 'beyond_top_k':
      return [
        t(
          'Left out: the assistant is limited to {top_k, plural, =0 {no passages} one {# passage} other {# passages}}.',
          { top_k: settings.top_k },
        ),
        t('It ranked {rank}. Raise the limit to {rank} passages to include it.', { rank: fused.rank }),
      ]
    case 'below_threshold':
      return [
        t('Left out: below the minimum rank score ({score_threshold}).', {
          score_threshold: formatShare(settings.score_threshold),
        }),
        t('Its rank score is {score}. Lower the minimum to include it.', {
          score: formatShare(fused.score ?? 0),
        }),
      ]
  }
}

const place = (rank: number | null) => (rank === null ? t('Not ranked') : t('Rank {rank}', { rank }))

const placeAmongAll = (rank: number | null) =>
  rank === null
    ? t('Not among the first {explainedMax}', { explainedMax: formatNumber(EXPLAINED_MAX) })
    : place(rank)

function Told({ explanation }: { explanation: SearchExplanation }) {
  const [what, why] = verdict(explanation)
  const { words, meaning, fused, searched } = explanation
  const stages: readonly (readonly [string, string])[] = [
    [
      t('By words'),
      words.matched === 0
        ? t('It has none of them.')
        : t('{rank}: it has {matched} of {asked, plural, one {# word} other {# words}}.', {
            rank: placeAmongAll(words.rank),
            matched: words.matched,
            asked: words.asked,
          }),
    ],
    [
      t('By meaning'),
      meaning.cosine === null
        ? t('It was not compared.')
        : t('{rank} of {searched}: {cosine} similar.', {
            rank: placeAmongAll(meaning.rank),
            searched,
            cosine: formatShare(meaning.cosine),
          }),
    ],
    [
      t('Combined'),
      fused.score === null
        ? t('Not ranked.')
        : t('{rank}, rank score {score}.', { rank: place(fused.rank), score: formatShare(fused.score) }),
    ],
  ]
  return (
    <>
      <Text fontWeight="bold" mt="2">
        {what}
      </Text>
      <Text>{why}</Text>
      <chakra.dl
        mt="2"
        display="grid"
        gridTemplateColumns="max-content 1fr"
        columnGap="4"
        textStyle="small"
        color="ink.2"
      >
        {stages.map(([name, result]) => (
          <Box key={name} display="contents">
            <dt>{name}</dt>
            <dd>{result}</dd>
          </Box>
        ))}
      </chakra.dl>
    </>
  )
}
