import { Box } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { RotateCcw } from 'lucide-react'
import { type RefObject, Suspense } from 'react'
import type { ConversationRef } from '../../../machines/conversations/conversation/conversation.machine.ts'
import { readerMachine } from '../../../machines/knowledge/reader.machine.ts'
import type { ShareRef } from '../../../machines/visitors/share.machine.ts'
import type { HandoverEntry } from '../../../services/contract/handover.ts'
import { t } from '../../../texts/t.ts'
import { UNDER_TEXT } from '../../conversations/conversation/columns.ts'
import { Entry } from '../../conversations/conversation/entry.tsx'
import { Exchange } from '../../conversations/conversation/exchange.tsx'
import { useFeedbacks } from '../../conversations/conversation/feedbacks.ts'
import { HandoverPanel } from '../../conversations/conversation/handover-panel.tsx'
import { NewAnswer, NewReply } from '../../conversations/conversation/new-answer.tsx'
import { usePointed } from '../../conversations/conversation/pointed.ts'
import { threadOf } from '../../conversations/conversation/thread-of.ts'
import { useFollow } from '../../conversations/conversation/use-follow.ts'
import { Button } from '../../parts/button.tsx'
import { later } from '../../parts/later.ts'
import { FailedRead } from '../../parts/states.tsx'
import { useViewActor } from '../../view-actor.ts'
import type { ShareActors } from './share-parts.ts'

interface RetryAnswerProps {
  share: ShareRef
  conversation: ConversationRef
}

/** Repeats the last question, while one can be asked. */
function RetryAnswer({ share, conversation }: RetryAnswerProps) {
  const asking = useSelector(share, (snapshot) => snapshot.hasTag('asking'))
  const mayRetry = useSelector(conversation, (snapshot) => snapshot.can({ type: 'retry.requested' }))
  if (!asking || !mayRetry) return null
  return (
    <Button variant="ghost" size="sm" onClick={() => conversation.send({ type: 'retry.requested' })}>
      <RotateCcw aria-hidden />
      {t('Retry')}
    </Button>
  )
}

// Overlays load afterwards: the first answer does not wait for dialogs.
const Reader = later(async () => (await import('../../conversations/conversation/reader.tsx')).Reader)

export { Interrupted } from '../../conversations/conversation/interrupted.tsx'
export { Unread } from '../../conversations/conversation/unread.tsx'

const NONE: readonly HandoverEntry[] = []

interface ShareLogProps {
  conversation: ConversationRef
  actors: ShareActors
  /** The element that scrolls. */
  scroller: RefObject<HTMLDivElement | null>
}

/** The conversation, or why it cannot be shown. */
export function ShareLog(props: ShareLogProps) {
  const { conversation } = props
  const failed = useSelector(conversation, (snapshot) => snapshot.hasTag('failed'))
  const error = useSelector(conversation, ({ context }) => context.error)
  if (!failed) return <ReadLog {...props} />
  return (
    <Box py="8" css={UNDER_TEXT}>
      <FailedRead actor={conversation} message={error}>
        <Button onClick={() => conversation.send({ type: 'conversation.restarted' })}>
          {t('New conversation')}
        </Button>
      </FailedRead>
    </Box>
  )
}

function ReadLog({ conversation, actors, scroller }: ShareLogProps) {
  const pointer = usePointed()
  // A visitor's sources are passages: documents cannot be opened.
  const reader = useViewActor(readerMachine)
  const feedback = useFeedbacks(actors.answerFeedback)
  const messages = useSelector(conversation, ({ context }) => context.messages)
  const pending = useSelector(conversation, ({ context }) => context.pending)
  const isSettled = useSelector(conversation, (snapshot) => snapshot.hasTag('settled'))
  useFollow(scroller, pending, true)
  const entries = useSelector(actors.handover, (handover) => handover?.context.view?.entries ?? NONE)
  const thread = threadOf(messages, pending, entries)
  const last = thread.findLast((part) => 'exchange' in part)?.key
  return (
    <>
      {/* An answer comes in pieces, with sources and buttons: only its sentences are announced, below. */}
      <Box role="log" aria-live="off" aria-label={t('Conversation')}>
        {thread.map((part) =>
          'entry' in part ? (
            <Entry key={part.key} entry={part.entry} visitor={t('You')} team={t('Our team')} />
          ) : (
            <Exchange
              key={part.key}
              exchange={part.exchange}
              pointer={pointer}
              reader={reader}
              feedback={feedback}
              action={part.key === last && <RetryAnswer share={actors.share} conversation={conversation} />}
            />
          ),
        )}
      </Box>
      <NewAnswer actor={conversation} />
      {actors.handover && (
        <>
          <NewReply actor={actors.handover} />
          <HandoverPanel actor={actors.handover} isSettled={isSettled} />
        </>
      )}
      <Suspense fallback={null}>
        <Reader
          actor={reader}
          marked={t('quoted words are highlighted')}
          alone={t('The answer is based on this passage.')}
        />
      </Suspense>
    </>
  )
}
