import { Box, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { ShieldCheck, Star } from 'lucide-react'
import type { InboxRef } from '../../../machines/visitors/inbox/inbox.machine.ts'
import type { InboxView } from '../../../machines/visitors/inbox/inbox.types.ts'
import { inboxPath } from '../../../machines/visitors/inbox/inbox-address.ts'
import { AskedBy, Assignee, HandoverStatus, type InboxItem } from '../../../services/contract/handover.ts'
import { t } from '../../../texts/t.ts'
import { ListLine } from '../../parts/beside.tsx'
import { Button } from '../../parts/button.tsx'
import { useFormatDay } from '../../parts/clock.ts'
import { formatNumber } from '../../parts/format.ts'
import { joined } from '../../parts/joined.ts'
import { Link } from '../../parts/link.tsx'
import { LinkSegments } from '../../parts/link-segments.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { FailedRead } from '../../parts/states.tsx'
import { ASKED_BY, ASSIGNEES, STATUSES } from './words.ts'

interface InboxListProps {
  inbox: InboxRef
  view: InboxView
}

/** Waiting conversations, by status, assignee and requester; the longest waiting first. */
export function InboxList({ inbox, view }: InboxListProps) {
  const { items, counts, hasMore } = useSelector(inbox, ({ context }) => context)
  const failed = useSelector(inbox, (snapshot) => snapshot.hasTag('listFailed'))
  const isReadingMore = useSelector(inbox, (snapshot) => snapshot.hasTag('more'))
  const isShown = ({ conversation_id }: InboxItem) => conversation_id === view.conversationId
  return (
    <>
      <Flex as="nav" aria-label={t('Status')} columnGap="4" wrap="wrap" px="2.5" mb="3">
        {HandoverStatus.options.map((status) => (
          <Link
            key={status}
            to={inboxPath({ ...view, status })}
            aria-current={view.status === status ? 'true' : undefined}
            whiteSpace="nowrap"
            fontSize="md"
            py="1.5"
            borderRadius="0"
            borderBottom="2px solid"
            color={view.status === status ? 'accent' : 'ink.2'}
            borderColor={view.status === status ? 'accent' : 'transparent'}
            _hover={{ color: 'ink', textDecoration: 'none' }}
          >
            {status === 'waiting' ? t('Waiting') : STATUSES[status]}{' '}
            <Text as="span" textStyle="small">
              {counts && formatNumber(counts[status])}
            </Text>
          </Link>
        ))}
      </Flex>
      <Flex px="2.5" mb="4" gap="2" wrap="wrap">
        <LinkSegments
          label={t('Assignee')}
          links={Assignee.options.map((assignee) => ({
            to: inboxPath({ ...view, assignee }),
            label: ASSIGNEES[assignee],
            current: view.assignee === assignee,
          }))}
        />
        <LinkSegments
          label={t('Asked by')}
          links={AskedBy.options.map((requester) => ({
            to: inboxPath({ ...view, requester }),
            label: ASKED_BY[requester],
            current: view.requester === requester,
          }))}
        />
      </Flex>
      <Box flex="1" minHeight={0} overflowY="auto" pb="6" aria-busy={items === null && !failed}>
        {failed && (
          <Box px="2.5" py="3">
            <FailedRead actor={inbox} message={t('The inbox could not be loaded.')} />
          </Box>
        )}
        {items === null && !failed && <SkeletonRows />}
        {items?.length === 0 && (
          <Text textStyle="section" fontStyle="italic" px="2.5" role="status">
            {view.status === 'open' ? t('No one is waiting for a reply.') : t('No conversations here.')}
          </Text>
        )}
        {items && items.length > 0 && (
          <Box as="ul" listStyleType="none" aria-label={t('Conversations')}>
            {items.map((item) => (
              <li key={item.conversation_id}>
                <Line
                  item={item}
                  to={inboxPath({ ...view, conversationId: item.conversation_id })}
                  isShown={isShown(item)}
                />
              </li>
            ))}
          </Box>
        )}
        {hasMore && (
          <Button
            variant="ghost"
            size="sm"
            mt="2"
            disabled={isReadingMore}
            onClick={() => inbox.send({ type: 'more.requested' })}
          >
            {isReadingMore ? t('Loading…') : t('Show more')}
          </Button>
        )}
      </Box>
    </>
  )
}

const Line = ({
  item: { name, email, customer_id, requester, title, assistant, assignee, rating, last_at },
  to,
  isShown,
}: {
  item: InboxItem
  to: string
  isShown: boolean
}) => (
  <ListLine to={to} isShown={isShown}>
    <Flex as="span" gap="2" align="baseline">
      <Text as="span" fontSize="md" truncate dir="auto" flex="1">
        {name || email}
      </Text>
      {customer_id !== null && (
        <Box as="span" alignSelf="center" css={{ '& svg': { width: '13px', height: '13px' } }}>
          <ShieldCheck role="img" aria-label={t('Verified')} />
        </Box>
      )}
      <Text as="span" textStyle="small" fontWeight="normal" color="ink.2" flexShrink={0}>
        {useFormatDay()(last_at)}
      </Text>
    </Flex>
    <Text as="span" display="block" fontWeight="normal" fontSize="md" color="ink.2" truncate dir="auto">
      {title}
    </Text>
    <Flex as="span" gap="2" textStyle="small" fontWeight="normal" color="ink.2">
      <Text as="span" truncate flex="1">
        {joined([requester === 'member' && t('Member'), assistant, assignee ?? t('Unassigned')])}
      </Text>
      {rating !== null && (
        <Flex as="span" align="center" gap="1" css={{ '& svg': { width: '13px', height: '13px' } }}>
          <Star role="img" aria-label={t('Rating')} /> {formatNumber(rating)}
        </Flex>
      )}
    </Flex>
  </ListLine>
)
