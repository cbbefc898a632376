import { Box, Flex, Grid, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import type { ConversationRef } from '../../../machines/conversation/conversation.machine.ts'
import { pointerMachine } from '../../../machines/pointer/pointer.machine.ts'
import { readerMachine } from '../../../machines/reader/reader.machine.ts'
import type { SharePage } from '../../../services/contract/share.ts'
import { t } from '../../../texts/t.ts'
import { brandProperties } from '../../conversation/brand.ts'
import { page as measured, UNDER_TEXT } from '../../conversation/columns.ts'
import { Exchange } from '../../conversation/exchange.tsx'
import { exchangesOf } from '../../conversation/exchanges.tsx'
import { MarginRule } from '../../conversation/margin-rule.tsx'
import { useFollow } from '../../conversation/use-follow.ts'
import { ErrorState } from '../../parts/states.tsx'
import { useViewActor } from '../../view-actor.ts'
import { RetryAnswer } from './retry-answer.tsx'
import type { ShareActors } from './share-app.tsx'
import { ShareComposer } from './share-composer.tsx'
import { ShareHeader } from './share-header.tsx'
import { ShareInvitation } from './share-invitation.tsx'
import { ShareWaiting } from './share-waiting.tsx'

// What lies over the page comes after it: the first answer does not wait for dialogs.
const Reader = lazy(async () => ({ default: (await import('../../conversation/reader.tsx')).Reader }))
const Visits = lazy(async () => ({ default: (await import('./visits.tsx')).Visits }))

interface ShareScreenProps {
  actors: ShareActors
  closeFrame: (() => void) | null
}

/** S2.8: the public page of an assistant. */
export function ShareScreen({ actors, closeFrame }: ShareScreenProps) {
  const { share } = actors
  const page = useSelector(share, ({ context }) => context.page)
  const conversation = useSelector(share, ({ children }) => children.conversation ?? null)
  const isMissing = useSelector(share, (snapshot) => snapshot.matches('notFound'))
  const failure = useSelector(share, (snapshot) =>
    snapshot.matches('unreachable') ? snapshot.context.error : null,
  )
  if (isMissing) return <Missing />
  if (failure !== null)
    return (
      <Box as="main" p="9">
        <ErrorState message={failure} onRetry={() => share.send({ type: 'retry.requested' })} />
      </Box>
    )
  if (!page || !conversation) return <ShareWaiting />
  return <SharedAssistant page={page} conversation={conversation} actors={actors} closeFrame={closeFrame} />
}

const Missing = () => (
  <Flex as="main" direction="column" justify="center" gap="3" minHeight="100dvh" px={{ base: '5', md: '11' }}>
    <Text as="h1" textStyle="title">
      {t('There is no assistant here.')}
    </Text>
    <Text color="ink.2" maxWidth="34rem">
      {t('The link may be mistyped, or the assistant is no longer public. Ask whoever gave it to you.')}
    </Text>
  </Flex>
)

interface SharedAssistantProps extends ShareScreenProps {
  page: SharePage
  conversation: ConversationRef
}

function SharedAssistant({ page, conversation, actors, closeFrame }: SharedAssistantProps) {
  const pointer = useViewActor(pointerMachine)
  // The sources of a visitor are passages: no document is ever opened.
  const reader = useViewActor(readerMachine)
  const messages = useSelector(conversation, ({ context }) => context.messages)
  const pending = useSelector(conversation, ({ context }) => context.pending)
  const isLoading = useSelector(conversation, (snapshot) => snapshot.hasTag('loading'))
  const scroller = useRef<HTMLDivElement>(null)
  useFollow(scroller, pending, true)
  const exchanges = exchangesOf(messages, pending)
  useEffect(() => {
    document.title = page.name
  }, [page.name])
  // On the root: dialogs stand beside the page.
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(brandProperties(page.color)))
      document.documentElement.style.setProperty(name, value)
  }, [page.color])
  return (
    <Grid height="100dvh" templateRows="auto minmax(0, 1fr) auto" position="relative" css={measured}>
      {exchanges.length > 0 && <MarginRule />}
      <ShareHeader page={page} conversation={conversation} actors={actors} closeFrame={closeFrame} />
      <Box
        as="main"
        ref={scroller}
        tabIndex={0}
        overflowY="auto"
        minHeight={0}
        position="relative"
        aria-busy={isLoading}
      >
        {!isLoading && exchanges.length === 0 ? (
          <ShareInvitation page={page} share={actors.share} conversation={conversation} />
        ) : (
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
        )}
      </Box>
      <Box
        as="section"
        aria-label={t('Ask')}
        position="relative"
        css={UNDER_TEXT}
        pb={{ base: '3', md: '6' }}
        pt="3"
      >
        <ShareComposer page={page} share={actors.share} conversation={conversation} />
      </Box>
      <Suspense fallback={null}>
        <Reader
          actor={reader}
          marked={t('the quoted words are marked')}
          alone={t('This is the passage that the answer rests on.')}
        />
        <Visits actor={actors.visits} conversation={conversation} />
      </Suspense>
    </Grid>
  )
}
