import { Box, Grid, Heading } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Pencil, RotateCcw } from 'lucide-react'
import { useRef } from 'react'
import type { ConversationRef } from '../../../machines/conversations/conversation/conversation.machine.ts'
import {
  selectIsFirstRead,
  selectShownMessages,
} from '../../../machines/conversations/conversation/conversation.selectors.ts'
import type { HandoverEntry } from '../../../services/contract/handover.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ConnectionNote } from '../../parts/connection-note.tsx'
import { keepFocus } from '../../parts/keep-focus.ts'
import { Loading } from '../../parts/loading.tsx'
import { FailedRead, SkeletonLine } from '../../parts/states.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useOrganizationId } from '../../workspace.ts'
import { AnsweredBy } from './answered-by.tsx'
import { page, UNDER_TEXT } from './columns.ts'
import { Composer } from './composer.tsx'
import { Exchanges } from './exchanges.tsx'
import { HandoverPanel } from './handover-panel.tsx'
import type { AssistantShown } from './invitation.tsx'
import { Log } from './log.tsx'
import { MarginRule } from './margin-rule.tsx'
import { NewAnswer, NewReply } from './new-answer.tsx'
import { useMessageField } from './person-composer.tsx'
import { usePointed } from './pointed.ts'
import { Reader } from './reader.tsx'
import { threadOf } from './thread-of.ts'
import { useFollow } from './use-follow.ts'

const NONE: readonly HandoverEntry[] = []

/** The screen’s heading if no conversation is shown. */
const Title = ({ children }: { children: string }) => (
  <Heading as="h1" srOnly>
    {children}
  </Heading>
)

/** Shown while it loads; `title` is the screen's heading until then. */
export const Waiting = ({ title }: { title: string }) => (
  <Loading gap="5" px={{ base: '5', md: '11' }} py="9" maxWidth="column">
    <Title>{title}</Title>
    <SkeletonLine width="70%" height="2em" />
    <SkeletonLine />
    <SkeletonLine />
    <SkeletonLine width="60%" />
  </Loading>
)

interface ConversationPaneProps {
  assistant: AssistantShown
  actor: ConversationRef
  /** Starts another conversation elsewhere, leaving this one as it is. */
  onNew?: () => void
  autoFocus?: boolean
}

/** One conversation with an assistant, to read and continue; its sources are in the margin. */
export function ConversationPane({ assistant, actor, onNew, autoFocus = false }: ConversationPaneProps) {
  const reader = useProvidedActor('reader')
  const pointer = usePointed()
  const isSettled = useSelector(actor, (conversation) => conversation.hasTag('settled'))
  const phase = useSelector(actor, (conversation) =>
    selectIsFirstRead(conversation) ? 'loading' : conversation.hasTag('failed') ? 'failed' : 'ready',
  )
  const messages = useSelector(actor, selectShownMessages)
  const pending = useSelector(actor, ({ context }) => context.pending)
  const error = useSelector(actor, ({ context }) => context.error)
  const handover = useProvidedActor('ownHandover', {
    input: { conversation: actor, organizationId: useOrganizationId() },
  })
  const entries = useSelector(handover, ({ context }) => context.view?.entries ?? NONE)
  const message = useMessageField(handover)
  const thread = threadOf(messages, pending, entries)
  const scroller = useRef<HTMLDivElement>(null)
  useFollow(scroller, pending, phase === 'ready')

  if (phase === 'loading') return <Waiting title={assistant.name} />
  const begin = onNew ?? (() => actor.send({ type: 'conversation.restarted' }))
  if (phase === 'failed')
    return (
      <Box px={{ base: '5', md: '11' }} py="9">
        <Title>{assistant.name}</Title>
        <FailedRead actor={actor} message={error}>
          <Button onClick={begin}>{t('New conversation')}</Button>
        </FailedRead>
      </Box>
    )
  return (
    <Grid ref={keepFocus} height="full" templateRows="minmax(0, 1fr) auto" position="relative" css={page}>
      <MarginRule />
      <Log
        label={t('Conversation')}
        scroller={scroller}
        assistant={assistant}
        isEmpty={thread.length === 0}
        onAsk={(text) => {
          actor.send({ type: 'draft.changed', text })
          actor.send({ type: 'question.submitted' })
        }}
      >
        <Exchanges
          thread={thread}
          scroller={scroller}
          pointer={pointer}
          reader={reader}
          lastAction={message === null && <LastAction actor={actor} />}
        />
        <HandoverPanel actor={handover} isSettled={isSettled} />
      </Log>
      <Box position="relative" css={UNDER_TEXT} pb={{ base: '4', md: '8' }} pt="3">
        <ConnectionNote name={`integration:${assistant.id}`} />
        <Composer
          actor={actor}
          placeholder={t('Ask {name}…', { name: assistant.name })}
          started={thread.length > 0}
          message={message}
          onNew={begin}
          autoFocus={autoFocus || thread.length === 0}
        />
        {message === null && <AnsweredBy />}
      </Box>
      <NewAnswer actor={actor} />
      <NewReply actor={handover} />
      <Reader actor={reader} marked={t('quoted words are highlighted')} />
    </Grid>
  )
}

function LastAction({ actor }: { actor: ConversationRef }) {
  // A question that did not arrive is retried beside the composer, which has its text.
  const mayRetry = useSelector(
    actor,
    (conversation) =>
      conversation.can({ type: 'retry.requested' }) && !conversation.matches({ resting: 'unsent' }),
  )
  const mayEdit = useSelector(actor, (conversation) => conversation.can({ type: 'question.edited' }))
  return (
    <>
      {mayRetry && (
        <Button variant="ghost" size="sm" onClick={() => actor.send({ type: 'retry.requested' })}>
          <RotateCcw aria-hidden />
          {t('Retry')}
        </Button>
      )}
      {mayEdit && (
        <Button variant="ghost" size="sm" onClick={() => actor.send({ type: 'question.edited' })}>
          <Pencil aria-hidden />
          {t('Edit question')}
        </Button>
      )}
    </>
  )
}
