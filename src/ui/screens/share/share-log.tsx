import { Box } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { lazy, type RefObject, Suspense } from 'react'
import type { ConversationRef } from '../../../machines/conversation/conversation.machine.ts'
import { readerMachine } from '../../../machines/reader/reader.machine.ts'
import { t } from '../../../texts/t.ts'
import { Exchange } from '../../conversation/exchange.tsx'
import { exchangesOf } from '../../conversation/exchanges-of.ts'
import { usePointed } from '../../conversation/pointed.ts'
import { useFollow } from '../../conversation/use-follow.ts'
import { useViewActor } from '../../view-actor.ts'
import { RetryAnswer } from './retry-answer.tsx'
import type { ShareActors } from './share-actors.ts'

// What lies over the page comes after it: the first answer does not wait for dialogs.
const Reader = lazy(async () => ({ default: (await import('../../conversation/reader.tsx')).Reader }))

export { Interrupted } from '../../conversation/interrupted.tsx'
export { Unread } from '../../conversation/unread.tsx'

interface ShareLogProps {
  conversation: ConversationRef
  actors: ShareActors
  /** The element that scrolls. */
  scroller: RefObject<HTMLDivElement | null>
}

/** What was asked and answered. */
export function ShareLog({ conversation, actors, scroller }: ShareLogProps) {
  const pointer = usePointed()
  // The sources of a visitor are passages: no document is ever opened.
  const reader = useViewActor(readerMachine)
  const messages = useSelector(conversation, ({ context }) => context.messages)
  const pending = useSelector(conversation, ({ context }) => context.pending)
  useFollow(scroller, pending, true)
  const exchanges = exchangesOf(messages, pending)
  return (
    <>
      <Box role="log" aria-label={t('Conversation')}>
        {exchanges.map((exchange, place) => (
          <Exchange
            key={exchange.key}
            exchange={exchange}
            pointer={pointer}
            reader={reader}
            feedback={actors.answerFeedback}
            action={
              place === exchanges.length - 1 && (
                <RetryAnswer share={actors.share} conversation={conversation} />
              )
            }
          />
        ))}
      </Box>
      <Suspense fallback={null}>
        <Reader
          actor={reader}
          marked={t('the quoted words are marked')}
          alone={t('This is the passage that the answer rests on.')}
        />
      </Suspense>
    </>
  )
}
