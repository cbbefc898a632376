import { Box, Grid, Stack } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { Virtualizer } from 'virtua'
import { askBoth, compareSides, type Sides } from '../../../machines/conversations/comparison.ts'
import {
  selectIsFirstRead,
  selectShownMessages,
} from '../../../machines/conversations/conversation/conversation.selectors.ts'
import type { Integration } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { ConnectionNote } from '../../parts/connection-note.tsx'
import { keepFocus } from '../../parts/keep-focus.ts'
import { useProvided, useProvidedActor } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'
import { AnsweredBy } from '../conversation/answered-by.tsx'
import { GUTTER } from '../conversation/columns.ts'
import { Waiting } from '../conversation/conversation-pane.tsx'
import { DRAWN_AHEAD } from '../conversation/exchanges.tsx'
import { useFeedbacks } from '../conversation/feedbacks.ts'
import { Interrupted } from '../conversation/interrupted.tsx'
import { Log } from '../conversation/log.tsx'
import { NewAnswer } from '../conversation/new-answer.tsx'
import { usePointed } from '../conversation/pointed.ts'
import { Reader } from '../conversation/reader.tsx'
import { exchangesOf } from '../conversation/thread-of.ts'
import { useFollow } from '../conversation/use-follow.ts'
import { ComparisonComposer } from './comparison-composer.tsx'
import { PairRow, pairsOf } from './pair-row.tsx'

interface SideBySideProps {
  integration: Integration
  sides: Sides
}

/** One question, answered by the draft and by the published version. */
export function SideBySide({ integration, sides }: SideBySideProps) {
  useViewActor(compareSides, { input: sides })
  const reader = useProvidedActor('reader')
  const pointer = usePointed()
  const feedback = useFeedbacks(useProvided('answerFeedback'))
  const isLoading = [
    useSelector(sides.draft, selectIsFirstRead),
    useSelector(sides.published, selectIsFirstRead),
  ].includes(true)
  const pending = useSelector(sides.draft, ({ context }) => context.pending)
  const pairs = pairsOf(
    exchangesOf(useSelector(sides.draft, selectShownMessages), pending),
    exchangesOf(
      useSelector(sides.published, selectShownMessages),
      useSelector(sides.published, ({ context }) => context.pending),
    ),
  )
  const scroller = useRef<HTMLDivElement>(null)
  useFollow(scroller, pending, !isLoading)
  if (isLoading) return <Waiting title={integration.name} />
  return (
    <Grid
      ref={keepFocus}
      height="full"
      minHeight={0}
      templateRows="minmax(0, 1fr) auto"
      gridTemplateColumns="minmax(0, 1fr)"
      css={{ '--gutter': 'clamp(1.25rem, 2.6vw, 2.25rem)' }}
    >
      <Log
        label={t('Draft and published, side by side')}
        scroller={scroller}
        assistant={integration}
        isEmpty={pairs.length === 0}
        onAsk={(text) => {
          sides.draft.send({ type: 'draft.changed', text })
          askBoth(sides)
        }}
      >
        <Virtualizer scrollRef={scroller} bufferSize={DRAWN_AHEAD} data={pairs}>
          {(pair, place) => (
            <PairRow
              // A question keeps its place when it gets its id from the server.
              key={place}
              pair={pair}
              version={integration.config_version}
              sides={sides}
              isLast={place === pairs.length - 1}
              pointer={pointer}
              reader={reader}
              feedback={feedback}
              divided={place > 0}
            />
          )}
        </Virtualizer>
      </Log>
      <Box px={GUTTER} pb={{ base: '4', md: '8' }} pt="3">
        <ConnectionNote name={`integration:${integration.id}`} />
        <Stack gap="2" mb="3" _empty={{ display: 'none' }}>
          <Interrupted actor={sides.draft} of={t('the answer of the draft')} />
          <Interrupted actor={sides.published} of={t('the published answer')} />
        </Stack>
        <ComparisonComposer
          sides={sides}
          placeholder={t('Ask both of {name}…', { name: integration.name })}
          started={pairs.length > 0}
        />
        <AnsweredBy />
      </Box>
      <NewAnswer actor={sides.draft} />
      <NewAnswer actor={sides.published} />
      <Reader actor={reader} marked={t('quoted words are highlighted')} />
    </Grid>
  )
}
