import { Box, Flex, Grid, Heading, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { RotateCcw, Square } from 'lucide-react'
import { type Sides, selectUnrepeated } from '../../../machines/conversations/comparison.ts'
import type { ConversationRef } from '../../../machines/conversations/conversation/conversation.machine.ts'
import type { ReaderRef } from '../../../machines/knowledge/reader.machine.ts'
import type { Answering } from '../../../services/contract/conversations.ts'
import { t } from '../../../texts/t.ts'
import { usePath } from '../../actors.ts'
import { UpgradeOffer } from '../../billing/upgrade-offer.tsx'
import { Button } from '../../parts/button.tsx'
import { Link } from '../../parts/link.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Rich } from '../../parts/rich.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useOrganizationId } from '../../workspace.ts'
import { Thinking } from '../conversation/answer.tsx'
import { Answered, type AnsweredProps } from '../conversation/answered.tsx'
import { GUTTER, page } from '../conversation/columns.ts'
import { Margin } from '../conversation/margin.tsx'
import { type PointedRef, usePointedIn } from '../conversation/pointed.ts'
import type { ExchangeView } from '../conversation/thread-of.ts'

/** One question with both answers; null if it did not arrive. */
interface Pair {
  readonly question: string
  readonly draft: ExchangeView | null
  readonly published: ExchangeView | null
}

/** None if the two were asked different questions: there is nothing to compare. */
export function pairsOf(draft: readonly ExchangeView[], published: readonly ExchangeView[]): readonly Pair[] {
  if (Math.abs(draft.length - published.length) > 1) return []
  const [longer, shorter] = draft.length >= published.length ? [draft, published] : [published, draft]
  if (shorter.some(({ question }, place) => question !== longer[place]?.question)) return []
  return longer.map(({ question }, place) => ({
    question,
    draft: draft[place] ?? null,
    published: published[place] ?? null,
  }))
}

interface Shared {
  isLast: boolean
  pointer: PointedRef
  reader: ReaderRef
  feedback: AnsweredProps['feedback']
}

interface PairRowProps extends Shared {
  pair: Pair
  /** The published one. */
  version: number | null
  sides: Sides
  divided: boolean
}

/** A question with both answers below it; on a phone one below the other. */
export const PairRow = ({ pair, version, sides, divided, ...shared }: PairRowProps) => (
  <Box as="article" borderTop={divided ? '1px solid' : undefined} borderColor="rule">
    <Heading
      as="h2"
      textStyle="question"
      pt="8"
      pb="5"
      px={GUTTER}
      overflowWrap="anywhere"
      whiteSpace="pre-wrap"
      maxWidth="48.5rem"
    >
      {pair.question}
    </Heading>
    <Grid gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} pb="4">
      <Side answers="draft" title={t('Draft')} exchange={pair.draft} actor={sides.draft} {...shared} />
      <Side
        answers="published"
        title={t('Published, version {version}', { version })}
        exchange={pair.published}
        actor={sides.published}
        {...shared}
      />
    </Grid>
  </Box>
)

interface SideProps extends Shared {
  answers: Answering
  title: string
  exchange: ExchangeView | null
  actor: ConversationRef
}

function Side({ answers, title, exchange, actor, isLast, pointer, reader, feedback }: SideProps) {
  const second = answers === 'published'
  const answer = exchange?.answer ?? null
  const pointed = usePointedIn(pointer, answer?.id)
  return (
    <Box
      role="group"
      aria-label={title}
      minWidth={0}
      css={page}
      borderStyle="solid"
      borderWidth="0"
      borderColor="rule"
      borderInlineStartWidth={{ md: second ? '1px' : undefined }}
      borderTopWidth={{ base: second ? '1px' : undefined, md: '0' }}
    >
      <Box pt={{ base: second ? '6' : '0', md: '0' }} pb="6" css={{ paddingInline: GUTTER }}>
        <Flex align="center" justify="space-between" minHeight="9" mb="2">
          <Text textStyle="label" color="ink.3">
            {title}
          </Text>
          {isLast && <StopButton actor={actor} of={title} />}
        </Flex>
        {exchange === null ? (
          <Text color="ink.2" fontStyle="italic">
            {t('The question was not sent here.')}
          </Text>
        ) : answer === null ? (
          <Thinking />
        ) : (
          <Answered
            answer={answer}
            pointed={pointed}
            pointer={pointer}
            reader={reader}
            feedback={feedback}
            action={isLast && <RetryButton actor={actor} />}
          />
        )}
        {isLast && <Unrepeated actor={actor} />}
        {isLast && <PersonOffered actor={actor} answers={answers} />}
      </Box>
      <Margin
        messageId={answer?.id}
        citations={answer?.citations}
        pointed={pointed}
        pointer={pointer}
        reader={reader}
      />
    </Box>
  )
}

/** Answers are compared here; the hand-over is tried with one of the two separately. */
function PersonOffered({ actor, answers }: Pick<SideProps, 'actor' | 'answers'>) {
  const path = usePath()
  const handover = useProvidedActor('ownHandover', {
    input: { conversation: actor, organizationId: useOrganizationId() },
  })
  const isOffered = useSelector(handover, ({ context }) => context.view?.offer != null)
  return (
    isOffered && (
      <Text textStyle="small" color="ink.2" mt="4">
        <Rich
          text={t('A person is offered here. <0>Try the request</0>')}
          parts={[<Link to={`${path}?answers=${answers}`} fontSize="inherit" />]}
        />
      </Text>
    )
  )
}

function StopButton({ actor, of }: { actor: ConversationRef; of: string }) {
  const mayStop = useSelector(actor, (side) => side.can({ type: 'stop.requested' }))
  return (
    mayStop && (
      <Button
        size="sm"
        aria-label={t('Stop: {of}', { of })}
        onClick={() => actor.send({ type: 'stop.requested' })}
      >
        <Square aria-hidden />
        {t('Stop')}
      </Button>
    )
  )
}

function RetryButton({ actor }: { actor: ConversationRef }) {
  const mayRetry = useSelector(actor, (side) => side.can({ type: 'retry.requested' }))
  return (
    mayRetry && (
      <Button variant="ghost" size="sm" onClick={() => actor.send({ type: 'retry.requested' })}>
        <RotateCcw aria-hidden />
        {t('Retry')}
      </Button>
    )
  )
}

/** Why the last answer was not written again. */
function Unrepeated({ actor }: { actor: ConversationRef }) {
  const error = useSelector(actor, (side) => selectUnrepeated(side)?.error)
  const code = useSelector(actor, (side) => selectUnrepeated(side)?.code)
  return (
    error && (
      <Box mt="4">
        <Notice tone="error">
          {error}
          <UpgradeOffer code={code} />
        </Notice>
      </Box>
    )
  )
}
