import { Box, Flex, Stack, Text } from '@chakra-ui/react'
import { useActorRef, useSelector } from '@xstate/react'
import { Download, ThumbsDown, ThumbsUp } from 'lucide-react'
import type { ConversationPagesRef } from '../../machines/conversation-pages/conversation-pages.machine.ts'
import type {
  Conversation,
  ConversationFilter,
  ConversationScope,
} from '../../services/contract/conversations.ts'
import { useMachines, useOrganizationId } from '../actors.tsx'
import { Button } from '../parts/button.tsx'
import { counted, formatDay } from '../parts/format.ts'
import { Link } from '../parts/link.tsx'
import { ErrorState, SkeletonLine } from '../parts/states.tsx'
import { useVisibility } from '../parts/use-visibility.ts'
import type { Browsed } from './conversation-browser.tsx'
import { browserPath } from './filter.ts'

interface ConversationListProps {
  browsed: Browsed
  filter: ConversationFilter
  shownId: string | null
}

/** Newest first; what follows is read when the end comes into view. */
export function ConversationList({ browsed, filter, shownId }: ConversationListProps) {
  const { path, integrationId, assistants } = browsed
  const organizationId = useOrganizationId()
  const pages = useActorRef(useMachines().conversationPages, {
    input: { organizationId, integrationId, filter },
  })
  const phase = useSelector(pages, (list) =>
    (['loading', 'failed', 'empty', 'ready'] as const).find((tag) => list.hasTag(tag)),
  )
  const { items, total, error } = useSelector(pages, ({ context }) => context)
  const mayRetry = useSelector(pages, (list) => list.can({ type: 'retry.requested' }))
  const hasMore = useSelector(pages, (list) => list.can({ type: 'end.reached' }))
  const retry = () => pages.send({ type: 'retry.requested' })
  if (phase === 'loading')
    return (
      <Stack gap="5" px={{ lg: '2.5' }} aria-busy="true" aria-label="Loading">
        <SkeletonLine height="2.4em" />
        <SkeletonLine height="2.4em" />
        <SkeletonLine height="2.4em" />
      </Stack>
    )
  if (phase === 'failed') return <ErrorState message={error ?? ''} onRetry={retry} />
  if (phase === 'empty')
    return (
      <Box px={{ lg: '2.5' }} role="status">
        <Text textStyle="section" fontStyle="italic">
          No conversation like that.
        </Text>
        <Link to={browserPath(path, {}, shownId)} display="inline-block" mt="2">
          Show all
        </Link>
      </Box>
    )
  return (
    <>
      <Flex justify="space-between" align="center" wrap="wrap" px={{ lg: '2.5' }} mb="1" textStyle="small">
        <Text color="ink.2" role="status">
          {counted(total, 'conversation')}
        </Text>
        <Exports scope={{ organizationId, integrationId }} filter={filter} />
      </Flex>
      <Box as="ul" listStyleType="none" aria-label="Conversations" mx={{ base: '-2.5', lg: '0' }}>
        {items.map((conversation) => (
          <li key={conversation.id}>
            <Line
              conversation={conversation}
              to={browserPath(path, filter, conversation.id)}
              assistant={assistants?.find(({ id }) => id === conversation.integration_id)?.name ?? null}
              isShown={conversation.id === shownId}
            />
          </li>
        ))}
      </Box>
      {hasMore && <End key={items.length} actor={pages} />}
      {mayRetry && (
        <Flex role="alert" align="center" justify="space-between" gap="3" px="2.5" py="3">
          <Text fontSize="md">{error}</Text>
          <Button size="sm" onClick={retry}>
            Try Again
          </Button>
        </Flex>
      )}
    </>
  )
}

/** Made anew for each page: it may still be in view when the page has come. */
function End({ actor }: { actor: ConversationPagesRef }) {
  const element = useVisibility<HTMLDivElement>((visible) => {
    if (visible) actor.send({ type: 'end.reached' })
  })
  return <Box ref={element} height="1px" />
}

function Exports({ scope, filter }: { scope: ConversationScope; filter: ConversationFilter }) {
  const download = useActorRef(useMachines().download)
  const busy = useSelector(download, (file) => file.hasTag('busy'))
  return (
    <Flex align="center" color="ink.2" me="-3">
      {(['csv', 'jsonl'] as const).map((format) => (
        <Button
          key={format}
          variant="ghost"
          size="sm"
          disabled={busy}
          aria-label={`Export as ${format.toUpperCase()}`}
          px="2"
          onClick={() => download.send({ type: 'download.requested', request: { scope, filter, format } })}
        >
          {format === 'csv' && <Download aria-hidden />}
          {format.toUpperCase()}
        </Button>
      ))}
    </Flex>
  )
}

const CHANNELS = { playground: null, share: 'Public page', embed: 'Embedded', api: 'API' } as const

const Line = ({
  conversation: { title, message_count, last_message_at, channel, tags, liked, disliked, unanswered },
  to,
  assistant,
  isShown,
}: {
  conversation: Conversation
  to: string
  /** Named where there are several. */
  assistant: string | null
  isShown: boolean
}) => (
  <Link
    to={to}
    aria-current={isShown ? 'true' : undefined}
    display="block"
    px="2.5"
    py="2.5"
    mb="0.5"
    borderRadius="sm"
    fontWeight="medium"
    color={isShown ? 'accent' : 'ink'}
    bg={isShown ? 'accent.wash' : 'transparent'}
    _hover={{ bg: 'accent.wash', textDecoration: 'none' }}
  >
    <Text as="span" fontSize="md" lineClamp={2} overflowWrap="anywhere">
      {title}
    </Text>
    <Flex
      as="span"
      align="center"
      columnGap="2"
      wrap="wrap"
      textStyle="small"
      fontWeight="normal"
      color="ink.2"
      css={{ '& svg': { width: '13px', height: '13px', display: 'inline', verticalAlign: '-2px' } }}
    >
      <span>
        {[
          assistant,
          formatDay(last_message_at),
          counted(message_count, 'message'),
          CHANNELS[channel],
          ...tags,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {liked > 0 && (
        <span>
          <ThumbsUp aria-label="Liked" role="img" /> {liked}
        </span>
      )}
      {disliked > 0 && (
        <span>
          <ThumbsDown aria-label="Disliked" role="img" /> {disliked}
        </span>
      )}
      {unanswered > 0 && (
        <Text as="span" color="caution">
          {unanswered} not found
        </Text>
      )}
    </Flex>
  </Link>
)
