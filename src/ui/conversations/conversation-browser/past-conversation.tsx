import { Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { BookmarkPlus, Inbox, MessageCircle, MessageCircleQuestion, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { chatPath } from '../../../machines/conversations/chat/chat-address.ts'
import { canEdit } from '../../../machines/organizations/organizations/organizations.selectors.ts'
import type { ConfirmationRef } from '../../../machines/shared/confirmation.machine.ts'
import { inboxPath } from '../../../machines/visitors/inbox/inbox-address.ts'
import { isVisited, type Message } from '../../../services/contract/conversations.ts'
import type { HandoverStatus } from '../../../services/contract/handover.ts'
import type { Transcript as Data } from '../../../services/contract/transcript.ts'
import { t } from '../../../texts/t.ts'
import { useActors } from '../../actors.ts'
import { Improve, Improving } from '../../assistants/improve/improving.tsx'
import { Chosen, ChosenBar, ChosenWaiting } from '../../parts/beside.tsx'
import { Button } from '../../parts/button.tsx'
import { ask } from '../../parts/confirm-dialog.tsx'
import { formatMoment } from '../../parts/format.ts'
import { ButtonLink } from '../../parts/link.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { useProvidedActor } from '../../provided.ts'
import { STATUS_TONES, STATUSES } from '../../visitors/inbox/words.ts'
import { useOrganizationId, useResource, useWorkspace } from '../../workspace.ts'
import { Exchanges } from '../conversation/exchanges.tsx'
import { usePointed } from '../conversation/pointed.ts'
import { Reader } from '../conversation/reader.tsx'
import { threadOf } from '../conversation/thread-of.ts'
import { ThreadRegion } from '../conversation/thread-region.tsx'
import { Tags } from './tags.tsx'

interface PastConversationProps {
  /** Title of the list. */
  title: string
  /** The list that it was chosen from. */
  listPath: string
  id: string
  deletion: ConfirmationRef
}

/** A past conversation, with its citations in the margin. */
export function PastConversation({ title, listPath, id, deletion }: PastConversationProps) {
  const detail = useResource('conversation', { organizationId: useOrganizationId(), id })
  return (
    <Chosen title={title} listPath={listPath}>
      <ResourceView resource={detail} skeleton={<ChosenWaiting />}>
        {(data) => <Transcript detail={data} deletion={deletion} />}
      </ResourceView>
    </Chosen>
  )
}

/** Actions on an answer for people who can change knowledge. */
const ForEditors = ({ question, answer }: { question: string; answer: Message }) => (
  <>
    <Improve question={question} answer={answer} />
    <UseAsGolden answer={answer} />
  </>
)

/** The state of the request for a person, and a link to where it is answered. */
const HandedOver = ({ id, status }: { id: string; status: HandoverStatus | null }) =>
  status === null ? (
    <Badge tone="quiet">{t('Handed over to a person')}</Badge>
  ) : (
    <>
      <Badge tone={STATUS_TONES[status]}>{STATUSES[status]}</Badge>
      <ButtonLink
        to={inboxPath({ status, assignee: 'anyone', requester: 'anyone', conversationId: id })}
        size="sm"
      >
        <Inbox aria-hidden />
        {t('Open in the inbox')}
      </ButtonLink>
    </>
  )

function Transcript({ detail, deletion }: { detail: Data; deletion: ConfirmationRef }) {
  const { conversation, messages, handover } = detail
  const reader = useProvidedActor('reader')
  const pointer = usePointed()
  const scroller = useRef<HTMLDivElement>(null)
  const { navigation } = useActors()
  const { workspace, organizations } = useWorkspace()
  const editable = useSelector(organizations, canEdit)
  const { id, integration_id: integrationId, title, channel } = conversation
  const config = messages.some(({ config_version }) => config_version !== null) ? 'published' : 'draft'
  const goOn = () => {
    workspace.send({ type: 'conversation.opened', integrationId, config, id })
    navigation.send({
      type: 'navigation.requested',
      path: `/integrations/${integrationId}?answers=${config}`,
    })
  }
  return (
    <Improving integrationId={integrationId}>
      <ChosenBar>
        <Text textStyle="small" color="ink.2" flex={{ base: '1 1 100%', md: '1 1 10rem' }}>
          {formatMoment(conversation.started_at)} ·{' '}
          {t('{message_count, plural, =0 {No messages} one {# message} other {# messages}}', {
            message_count: conversation.message_count,
          })}
        </Text>
        {handover && <HandedOver id={id} status={handover.status} />}
        {editable && (
          <Button
            variant="ghost"
            size="sm"
            ms={{ base: '-3', md: '0' }}
            onClick={() => ask(deletion, { id, name: title })}
          >
            <Trash2 aria-hidden />
            {t('Delete')}
          </Button>
        )}
        {(channel === 'playground' || channel === 'api') && (
          <Button size="sm" onClick={goOn}>
            <MessageCircleQuestion aria-hidden />
            {t('Continue in Playground')}
          </Button>
        )}
        {channel === 'chat' && (
          <ButtonLink to={chatPath({ assistantId: integrationId, conversationId: id })} size="sm">
            <MessageCircle aria-hidden />
            {t('Continue in Chat')}
          </ButtonLink>
        )}
        {editable && <Tags conversation={conversation} />}
      </ChosenBar>
      <ThreadRegion scroller={scroller}>
        <Exchanges
          thread={threadOf(messages, null, handover?.entries ?? [])}
          scroller={scroller}
          pointer={pointer}
          reader={reader}
          Action={editable ? ForEditors : undefined}
          asker={handover?.asked_by}
          ofVisitor={isVisited(conversation.channel)}
        />
      </ThreadRegion>
      <Reader actor={reader} marked={t('quoted words are highlighted')} />
    </Improving>
  )
}

/** The answer's question is asked in every run, and its sources are what should be found. */
export function UseAsGolden({ answer: { id, answered, citations } }: { answer: Message }) {
  const taking = useProvidedActor('takeGolden')
  const busy = useSelector(taking, (one) => one.hasTag('busy'))
  if (!answered || citations.length === 0) return null
  return (
    <Button
      variant="ghost"
      size="sm"
      disabled={busy}
      onClick={() => taking.send({ type: 'operation.requested', request: { kind: 'answer', messageId: id } })}
    >
      <BookmarkPlus aria-hidden />
      {t('Use as golden question')}
    </Button>
  )
}
