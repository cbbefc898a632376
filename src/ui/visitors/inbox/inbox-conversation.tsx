import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Bot, Check, RotateCcw, UserRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { chatPath } from '../../../machines/conversations/chat/chat-address.ts'
import { canEdit, canReply } from '../../../machines/organizations/organizations/organizations.selectors.ts'
import type { InboxRef } from '../../../machines/visitors/inbox/inbox.machine.ts'
import { isChanging, isOwn } from '../../../machines/visitors/inbox/inbox.types.ts'
import { type Channel, isConnected } from '../../../services/contract/conversations.ts'
import type { HandoverDetail, HandoverPatch } from '../../../services/contract/handover.ts'
import { may } from '../../../services/contract/roles.ts'
import { ENTRIES_SHOWN } from '../../../services/contract/transcript.ts'
import { t } from '../../../texts/t.ts'
import { Improve, Improving } from '../../assistants/improve/improving.tsx'
import { CHANNEL_NAMES } from '../../conversations/conversation/channel-names.ts'
import { Entry } from '../../conversations/conversation/entry.tsx'
import { Exchange } from '../../conversations/conversation/exchange.tsx'
import { usePointed } from '../../conversations/conversation/pointed.ts'
import { Reader } from '../../conversations/conversation/reader.tsx'
import { threadOf } from '../../conversations/conversation/thread-of.ts'
import { ThreadRegion } from '../../conversations/conversation/thread-region.tsx'
import { Chosen, ChosenBar, ChosenWaiting } from '../../parts/beside.tsx'
import { Button } from '../../parts/button.tsx'
import { joined } from '../../parts/joined.ts'
import { Link } from '../../parts/link.tsx'
import { Notice } from '../../parts/notice.tsx'
import { nameOf } from '../../parts/person.ts'
import { Rich } from '../../parts/rich.tsx'
import { Select } from '../../parts/select-field.tsx'
import { FailedRead, NotOffered } from '../../parts/states.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { useProvidedActor } from '../../provided.ts'
import { useOrganizationId, useResource, useResourceData, useWorkspace } from '../../workspace.ts'
import { InboxComposer } from './inbox-composer.tsx'
import { REASONS, STATUS_TONES, STATUSES } from './words.ts'

interface InboxConversationProps {
  inbox: InboxRef
  /** The list that it was chosen from. */
  listPath: string
}

/** A conversation of the inbox: its messages, their authors, and the next reply. */
export function InboxConversation({ inbox, listPath }: InboxConversationProps) {
  const detail = useSelector(inbox, ({ context }) => context.detail)
  const failed = useSelector(inbox, (snapshot) => snapshot.hasTag('detailFailed'))
  const gone = useSelector(inbox, (snapshot) => snapshot.hasTag('gone'))
  const mayReply = useSelector(useWorkspace().organizations, canReply)
  const isAsker = useSelector(
    inbox,
    ({ context }) => context.detail !== null && isOwn(context.detail.item, context.userId),
  )
  return (
    <Chosen title={t('Inbox')} listPath={listPath}>
      {gone && (
        <Box p="9">
          <NotOffered />
        </Box>
      )}
      {failed && !detail && (
        <Box p="9">
          <FailedRead actor={inbox} message={t('The conversation could not be loaded.')} />
        </Box>
      )}
      {!detail && !gone && !failed && <ChosenWaiting />}
      {detail && (
        <>
          <Standing inbox={inbox} detail={detail} mayReply={mayReply && !isAsker} />
          <Improving integrationId={detail.item.integration_id}>
            <Thread detail={detail} />
          </Improving>
          {mayReply && !isAsker && (
            <InboxComposer key={detail.item.conversation_id} inbox={inbox} detail={detail} />
          )}
          {isAsker && (
            <Box p="4">
              <Notice tone="caution">
                <Rich
                  text={t(
                    'You asked this question, so a colleague has to reply. You can follow it <0>in Chat</0>.',
                  )}
                  parts={[
                    <Link
                      fontSize="sm"
                      to={chatPath({
                        assistantId: detail.item.integration_id,
                        conversationId: detail.item.conversation_id,
                      })}
                    />,
                  ]}
                />
              </Notice>
            </Box>
          )}
          {!mayReply && !isAsker && (
            <Box p="4">
              <Notice tone="caution">{t('Your role can read the inbox but not reply.')}</Notice>
            </Box>
          )}
        </>
      )}
    </Chosen>
  )
}

interface StandingProps {
  inbox: InboxRef
  detail: HandoverDetail
  mayReply: boolean
}

/** A customer proved by the site, or a member. */
const knownAs = ({ requester, customer_id }: HandoverDetail['item'], channel: Channel) => {
  if (requester === 'member') return t('Member')
  if (customer_id !== null) return t('ID {id}', { id: customer_id })
  return isConnected(channel) ? CHANNEL_NAMES[channel] : t('Not verified')
}

/** Who asked and why, the assignee, and the actions. */
function Standing({
  inbox,
  detail: {
    item,
    conversation: { channel },
  },
  mayReply,
}: StandingProps) {
  const busy = useSelector(inbox, ({ context }) => isChanging(context))
  const change = (patch: HandoverPatch) => inbox.send({ type: 'change.requested', patch })
  return (
    <ChosenBar>
      <Box flex={{ base: '1 1 100%', '2xl': '1 1 14rem' }} minWidth={0}>
        <Flex gap="2" align="center" minWidth={0}>
          <Text as="h2" fontWeight="semibold" truncate dir="auto">
            {item.name || item.email}
          </Text>
          {item.customer_id !== null && <Badge tone="good">{t('Verified')}</Badge>}
          <Badge tone={STATUS_TONES[item.status]}>{STATUSES[item.status]}</Badge>
        </Flex>
        <Text textStyle="small" color="ink.2" overflowWrap="anywhere">
          {joined([item.name && item.email, knownAs(item, channel), REASONS[item.reason], item.assistant])}
        </Text>
      </Box>
      {mayReply && (
        <>
          <AssigneeField item={item} busy={busy} onAssign={(assignee_id) => change({ assignee_id })} />
          {item.status === 'resolved' ? (
            <Button size="sm" aria-disabled={busy} onClick={() => change({ status: 'open' })}>
              <RotateCcw aria-hidden />
              {t('Reopen')}
            </Button>
          ) : (
            <Button size="sm" aria-disabled={busy} onClick={() => change({ status: 'resolved' })}>
              <Check aria-hidden />
              {t('Resolve')}
            </Button>
          )}
          {item.taken_over ? (
            <Button size="sm" aria-disabled={busy} onClick={() => change({ taken_over: false })}>
              <Bot aria-hidden />
              {t('Hand back to the assistant')}
            </Button>
          ) : (
            <Button size="sm" aria-disabled={busy} onClick={() => change({ taken_over: true })}>
              <UserRound aria-hidden />
              {t('Take over')}
            </Button>
          )}
        </>
      )}
    </ChosenBar>
  )
}

interface AssigneeFieldProps {
  item: HandoverDetail['item']
  busy: boolean
  onAssign: (id: string | null) => void
}

/** Team members who can reply. */
function AssigneeField({ item, busy, onAssign }: AssigneeFieldProps) {
  const members = useResourceData(useResource('members', { organizationId: useOrganizationId() })) ?? []
  const team = members.filter(({ role, user_id }) => may(role, 'reply') && user_id !== item.member_id)
  const isKnown = item.assignee_id === null || team.some(({ user_id }) => user_id === item.assignee_id)
  return (
    <Select
      aria-label={t('Assignee')}
      value={item.assignee_id ?? ''}
      aria-disabled={busy}
      width="auto"
      maxWidth={{ sm: '12rem' }}
      height="34px"
      fontSize="sm"
      px="2"
      onChange={({ target }) => onAssign(target.value === '' ? null : target.value)}
      none={t('Unassigned')}
      options={[
        ...(isKnown ? [] : [[item.assignee_id ?? '', item.assignee] as const]),
        ...team.map((member) => [member.user_id, nameOf(member)] as const),
      ]}
    />
  )
}

/** Questions, answers, and people's messages and actions, in chronological order; scrolled to its end. */
function Thread({ detail: { messages, entries, item } }: { detail: HandoverDetail }) {
  const reader = useProvidedActor('reader')
  const pointer = usePointed()
  const editable = useSelector(useWorkspace().organizations, canEdit)
  const scroller = useRef<HTMLDivElement>(null)
  const thread = threadOf(messages, null, entries)
  const end = thread.at(-1)?.key
  useEffect(() => {
    if (end !== undefined && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
  }, [end])
  return (
    <>
      <ThreadRegion scroller={scroller}>
        {entries.length === ENTRIES_SHOWN && (
          <Text textStyle="small" color="ink.2" pt="4">
            {t('Only the newest {count} messages and events since the request are shown.', {
              count: ENTRIES_SHOWN,
            })}
          </Text>
        )}
        <chakra.div role="log" aria-label={t('Replies')} pb="6">
          {thread.map((part) =>
            'entry' in part ? (
              <Entry
                key={part.key}
                entry={part.entry}
                visitor={item.name || item.email}
                team={t('A former member')}
              />
            ) : (
              <Exchange
                key={part.key}
                exchange={part.exchange}
                pointer={pointer}
                reader={reader}
                feedback={null}
                action={
                  editable &&
                  part.exchange.answer && (
                    <Improve question={part.exchange.question} answer={part.exchange.answer} />
                  )
                }
              />
            ),
          )}
        </chakra.div>
      </ThreadRegion>
      <Reader actor={reader} marked={t('quoted words are highlighted')} />
    </>
  )
}
