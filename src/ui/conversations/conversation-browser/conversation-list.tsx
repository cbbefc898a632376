import { Box, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Download, ThumbsDown, ThumbsUp } from 'lucide-react'
import type {
  Conversation,
  ConversationFilter,
  ConversationScope,
} from '../../../services/contract/conversations.ts'
import { t } from '../../../texts/t.ts'
import { ListLine } from '../../parts/beside.tsx'
import { Button } from '../../parts/button.tsx'
import { useFormatDay } from '../../parts/clock.ts'
import { joined } from '../../parts/joined.ts'
import { ButtonLink } from '../../parts/link.tsx'
import { ScrolledPages } from '../../parts/scrolled-pages.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useOrganizationId, usePages } from '../../workspace.ts'
import { CHANNEL_NAMES } from '../conversation/channel-names.ts'
import { type Browsed, browserPath } from './browsed.ts'

interface ConversationListProps {
  browsed: Browsed
  filter: ConversationFilter
  shownId: string | null
}

/** Newest first; the next page loads when the end becomes visible. */
export function ConversationList({ browsed, filter, shownId }: ConversationListProps) {
  const { path, integrationId, assistants } = browsed
  const organizationId = useOrganizationId()
  const pages = usePages('conversations', { organizationId, integrationId, filter })
  const isFiltered = Object.keys(filter).length > 0
  const total = useSelector(pages.actor, ({ context }) => context.total)
  return (
    <ScrolledPages
      pages={pages}
      label={t('Conversations')}
      empty={
        <Box px="2.5" role="status">
          <Text textStyle="section" fontStyle="italic">
            {isFiltered ? t('No matching conversations.') : t('No questions yet.')}
          </Text>
          {isFiltered && (
            <ButtonLink to={browserPath(path, {}, shownId)} size="sm" mt="2">
              {t('Show all')}
            </ButtonLink>
          )}
        </Box>
      }
      head={
        <Flex justify="space-between" align="center" wrap="wrap" px="2.5" mb="1" textStyle="small">
          <Text color="ink.2" role="status">
            {t('{total, plural, =0 {No conversations} one {# conversation} other {# conversations}}', {
              total,
            })}
          </Text>
          <Exports scope={{ organizationId, integrationId }} filter={filter} />
        </Flex>
      }
    >
      {(conversation) => (
        <Line
          conversation={conversation}
          to={browserPath(path, filter, conversation.id)}
          assistant={assistants?.find(({ id }) => id === conversation.integration_id)?.name ?? null}
          isShown={conversation.id === shownId}
        />
      )}
    </ScrolledPages>
  )
}

function Exports({ scope, filter }: { scope: ConversationScope; filter: ConversationFilter }) {
  const download = useProvidedActor('download')
  const busy = useSelector(download, (file) => file.hasTag('busy'))
  return (
    <Flex align="center" color="ink.2" mx="-1.5">
      {(['csv', 'jsonl'] as const).map((format) => (
        <Button
          key={format}
          variant="ghost"
          size="sm"
          disabled={busy}
          aria-label={t('Export as {format}', { format: format.toUpperCase() })}
          px="1.5"
          onClick={() => download.send({ type: 'operation.requested', request: { scope, filter, format } })}
        >
          {format === 'csv' && <Download aria-hidden />}
          {format.toUpperCase()}
        </Button>
      ))}
    </Flex>
  )
}

const Line = ({
  conversation: { title, message_count, last_message_at, channel, tags, liked, disliked, unanswered },
  to,
  assistant,
  isShown,
}: {
  conversation: Conversation
  to: string
  /** Shown if there are several. */
  assistant: string | null
  isShown: boolean
}) => (
  <ListLine to={to} isShown={isShown}>
    <Text as="span" display="block" fontSize="md" truncate dir="auto">
      {title}
    </Text>
    <Flex
      as="span"
      align="center"
      columnGap="2"
      textStyle="small"
      fontWeight="normal"
      color="ink.2"
      css={{ '& svg': { width: '13px', height: '13px', display: 'inline', verticalAlign: '-2px' } }}
    >
      <Text as="span" truncate>
        {joined([
          useFormatDay()(last_message_at),
          assistant,
          channel === 'playground' ? null : CHANNEL_NAMES[channel],
          t('{message_count, plural, =0 {No messages} one {# message} other {# messages}}', {
            message_count,
          }),
          ...tags,
        ])}
      </Text>
      <Flex as="span" gap="2" ms="auto" flexShrink={0}>
        {liked > 0 && (
          <span>
            <ThumbsUp aria-label={t('Liked')} role="img" /> {liked}
          </span>
        )}
        {disliked > 0 && (
          <span>
            <ThumbsDown aria-label={t('Disliked')} role="img" /> {disliked}
          </span>
        )}
        {unanswered > 0 && (
          <Text as="span" color="caution">
            {t('{unanswered} unanswered', { unanswered })}
          </Text>
        )}
      </Flex>
    </Flex>
  </ListLine>
)
