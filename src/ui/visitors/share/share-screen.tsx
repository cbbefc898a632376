import { Box, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import type { ConversationRef } from '../../../machines/conversations/conversation/conversation.machine.ts'
import type { ShareRef } from '../../../machines/visitors/share.machine.ts'
import type { SharePage } from '../../../services/contract/share.ts'
import { t } from '../../../texts/t.ts'
import { brandProperties } from '../../conversations/conversation/brand.ts'
import { page as measured, UNDER_TEXT } from '../../conversations/conversation/columns.ts'
import { MarginRule } from '../../conversations/conversation/margin-rule.tsx'
import { Starters } from '../../conversations/conversation/starters.tsx'
import { keepFocus } from '../../parts/keep-focus.ts'
import { later } from '../../parts/later.ts'
import { FailedRead, SkeletonLine } from '../../parts/states.tsx'
import { ShareComposer } from './share-composer.tsx'
import { ShareHeader, type SiteNews } from './share-header.tsx'
import { loadLog, type ShareActors } from './share-parts.ts'
import { ShareWaiting } from './share-waiting.tsx'

const ShareLog = later(async () => (await loadLog()).ShareLog)
const VisitorConversations = later(
  async () => (await import('./visitor-conversations.tsx')).VisitorConversations,
)

interface ShareScreenProps {
  actors: ShareActors
  tellSite: ((news: SiteNews) => void) | null
}

/** S2.8: the public page of an assistant. */
export function ShareScreen({ actors, tellSite }: ShareScreenProps) {
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
        <FailedRead actor={share} message={failure} />
      </Box>
    )
  if (!page || !conversation) return <ShareWaiting />
  return <SharedAssistant page={page} conversation={conversation} actors={actors} tellSite={tellSite} />
}

const Missing = () => (
  <Flex as="main" direction="column" justify="center" gap="3" minHeight="100dvh" px={{ base: '5', md: '11' }}>
    <Text as="h1" textStyle="title">
      {t('Assistant not found.')}
    </Text>
    <Text color="ink.2" maxWidth="34rem">
      {t(
        'The link may be mistyped, or the assistant may no longer be public. Ask the person who sent it to you.',
      )}
    </Text>
  </Flex>
)

/** While the code that shows a conversation is loading. */
const Coming = () => (
  <Box py="8" css={UNDER_TEXT} role="status" aria-label={t('Loading')}>
    <SkeletonLine width="60%" height="1.5em" />
  </Box>
)

interface SharedAssistantProps extends ShareScreenProps {
  page: SharePage
  conversation: ConversationRef
}

function SharedAssistant({ page, conversation, actors, tellSite }: SharedAssistantProps) {
  const hasAsked = useSelector(
    conversation,
    ({ context }) => context.messages.length > 0 || context.pending !== null,
  )
  const isLoading = useSelector(conversation, (snapshot) => snapshot.hasTag('loading'))
  const hasFailed = useSelector(conversation, (snapshot) => snapshot.hasTag('failed'))
  const { visitorConversations } = actors
  // From then on it stays mounted, so that closing can fade out.
  const isOpened = useSelector(visitorConversations, (list) => list?.hasTag('open') ?? false)
  const [hasOpened, setHasOpened] = useState(false)
  if (isOpened && !hasOpened) setHasOpened(true)
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // On the root: dialogs are rendered beside the page.
    for (const [name, value] of Object.entries(brandProperties(page.color)))
      document.documentElement.style.setProperty(name, value)
    document.title = page.name
  }, [page])
  return (
    <Box
      ref={keepFocus}
      display="grid"
      // A low window, such as a phone held sideways, scrolls as a whole: answers keep some room.
      height="max(100dvh, 28rem)"
      gridTemplateRows="auto minmax(0, 1fr) auto"
      position="relative"
      css={measured}
    >
      {hasAsked && <MarginRule />}
      <ShareHeader page={page} conversation={conversation} actors={actors} tellSite={tellSite} />
      <Box
        as="main"
        ref={scroller}
        tabIndex={0}
        overflowY="auto"
        minHeight={0}
        position="relative"
        aria-busy={isLoading}
      >
        {hasAsked || hasFailed ? (
          <Suspense fallback={<Coming />}>
            <ShareLog conversation={conversation} actors={actors} scroller={scroller} />
          </Suspense>
        ) : (
          !isLoading && <ShareInvitation page={page} share={actors.share} conversation={conversation} />
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
        <ShareComposer
          page={page}
          share={actors.share}
          conversation={conversation}
          handover={actors.handover}
        />
      </Box>
      {hasOpened && visitorConversations && (
        <Suspense fallback={null}>
          <VisitorConversations actor={visitorConversations} conversation={conversation} />
        </Suspense>
      )}
    </Box>
  )
}

interface ShareInvitationProps {
  page: SharePage
  share: ShareRef
  conversation: ConversationRef
}

/** Before the first question: the welcome, and suggested questions. */
function ShareInvitation({ page, share, conversation }: ShareInvitationProps) {
  const asking = useSelector(share, (snapshot) => snapshot.hasTag('asking'))
  return (
    <Flex direction="column" justify="center" gap="6" minHeight="full" py="10" css={UNDER_TEXT}>
      <Text textStyle="question">{page.welcome_message || t('What would you like to know?')}</Text>
      {asking && (
        <Starters
          questions={page.starter_questions}
          onAsk={(text) => {
            conversation.send({ type: 'draft.changed', text })
            conversation.send({ type: 'question.submitted' })
          }}
        />
      )}
    </Flex>
  )
}
