import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { ExplainPassageRef } from '../../../machines/explain-passage/explain-passage.machine.ts'
import type { KnowledgeBase } from '../../../services/contract/knowledge-bases.ts'
import type { SearchExplanation } from '../../../services/contract/search.ts'
import { t } from '../../../texts/t.ts'
import { whereOf } from '../../conversation/where.ts'
import { Button, Pressable } from '../../parts/button.tsx'
import { Notice } from '../../parts/form.tsx'
import { formatShare } from '../../parts/format.ts'
import { Section } from '../../parts/section.tsx'
import { SkeletonLine } from '../../parts/states.tsx'
import { useViewActor } from '../../view-actor.ts'
import { useSearchMachines } from './machines.ts'
import { DocumentsOf, OneOf } from './scope.tsx'

interface ExplanationProps {
  integrationId: string
  query: string
  /** All of the organization: it may lie where the assistant does not look. */
  bases: readonly KnowledgeBase[]
  /** The assistant's first. */
  baseId: string
}

/** Why was this not found? A passage is chosen, and what became of it is said in words. */
export function Explanation({ integrationId, query, bases, baseId: firstId }: ExplanationProps) {
  const [baseId, setBaseId] = useState(firstId)
  const actor = useViewActor(useSearchMachines().explainPassage, { input: { integrationId, query } })
  const { documentId, error } = useSelector(actor, ({ context }) => context)
  const failed = useSelector(actor, (explaining) => explaining.hasTag('failed'))
  const loading = useSelector(actor, (explaining) => explaining.matches('loadingPassages'))
  return (
    <Box mt="10">
      <Section
        title={t('Expected another passage?')}
        lead={t('Choose it, and see where it came by words and by meaning, and what kept it back.')}
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
              {error}{' '}
              <Button variant="link" onClick={() => actor.send({ type: 'retry.requested' })}>
                {t('Try Again')}
              </Button>
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
              {passage.content}
            </Text>
          </Pressable>
          {picked?.id === passage.id && (
            <Box px="2" pb="4" role="status">
              {explanation ? <Told explanation={explanation} /> : <SkeletonLine width="50%" />}
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
        t('It was found: the assistant reads it.'),
        t('It is number {rank} of {top_k}.', { rank: fused.rank, top_k: settings.top_k }),
      ]
    case 'unsearched':
      return [
        t('It was not searched.'),
        t('Its knowledge base is not one of this assistant’s: add it in Settings.'),
      ]
    case 'not_ready':
      return [t('It was not searched yet.'), t('Its document is still being read, or could not be.')]
    case 'unrelated':
      return [
        t('It has nothing in common with the search.'),
        t(
          'It holds none of its words, and in meaning it is less than {floor} near. Use words that it holds, or add them to the document.',
          { floor: formatShare(meaning.floor) },
        ),
      ]
    case 'no_shared_word':
      return [
        t('It holds none of the words of the search.'),
        t('Its knowledge base is searched by words alone: its settings can let meaning count, too.'),
      ]
    case 'not_near':
      return [
        t('In meaning it is less than {floor} near.', { floor: formatShare(meaning.floor) }),
        t('Its knowledge base is searched by meaning alone: its settings can let words count, too.'),
      ]
    case 'language_unknown':
      return [
        t('It could not be compared.'),
        t(
          'Its knowledge base is searched by meaning alone, and the model that compares meanings was not made for its language, or for that of the search.',
        ),
      ]
    case 'too_far_down':
      return [
        t('Others came before it.'),
        t(
          'At most {candidates} passages by words and {candidates} by meaning are compared; it is not among them.',
          { candidates },
        ),
      ]
    case 'beyond_base_top_k':
      return [
        t(
          'It was left out: its knowledge base gives the best {top_k, plural, =0 {no passages} one {# passage} other {# passages}}.',
          { top_k: knowledge_base.top_k ?? 0 },
        ),
        t('Others of the same knowledge base came before it. Its settings can let in more.'),
      ]
    case 'below_base_threshold':
      return [
        t('It was left out by the score threshold of its knowledge base, which is {score_threshold}.', {
          score_threshold: formatShare(knowledge_base.score_threshold),
        }),
        t('Its score is {score}. Lower the setting to let it in.', { score: formatShare(fused.score ?? 0) }),
      ]
    case 'beyond_top_k':
      return [
        t(
          'It was left out: the assistant reads the best {top_k, plural, =0 {no passages} one {# passage} other {# passages}}.',
          { top_k: settings.top_k },
        ),
        t('It came as number {rank}. Let the assistant read {rank} to let it in.', { rank: fused.rank }),
      ]
    case 'below_threshold':
      return [
        t('It was left out by the score threshold, which is {score_threshold}.', {
          score_threshold: formatShare(settings.score_threshold),
        }),
        t('Its score is {score}. Lower the setting to let it in.', { score: formatShare(fused.score ?? 0) }),
      ]
  }
}

const place = (rank: number | null) => (rank === null ? t('No place') : t('Place {rank}', { rank }))

function Told({ explanation }: { explanation: SearchExplanation }) {
  const [what, why] = verdict(explanation)
  const { words, meaning, fused, searched } = explanation
  const stages: readonly (readonly [string, string])[] = [
    [
      t('By words'),
      words.rank === null
        ? t('It holds none of them.')
        : t('{rank}: it holds {matched} of {asked} words.', {
            rank: place(words.rank),
            matched: words.matched,
            asked: words.asked,
          }),
    ],
    [
      t('By meaning'),
      meaning.cosine === null
        ? t('It was not compared.')
        : t('{rank} of {searched}: {cosine} near.', {
            rank: place(meaning.rank),
            searched,
            cosine: formatShare(meaning.cosine),
          }),
    ],
    [
      t('Together'),
      fused.score === null
        ? t('No place.')
        : t('{rank}, score {score}.', { rank: place(fused.rank), score: formatShare(fused.score) }),
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
        {stages.map(([name, told]) => (
          <Box key={name} display="contents">
            <dt>{name}</dt>
            <dd>{told}</dd>
          </Box>
        ))}
      </chakra.dl>
    </>
  )
}
