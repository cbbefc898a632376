import { QUESTION_MAX } from '../../../src/services/contract/asking.ts'
import { cut } from '../../../src/services/contract/common.ts'
import {
  type HandoverPatch,
  type HandoverSettings,
  type HandoverSettingsPatch,
  INBOX_PAGE,
  type InboxQuery,
} from '../../../src/services/contract/handover.ts'
import type { IntegrationRow } from '../../assistants/integrations/integrations.types.ts'
import type { Context } from '../../context.ts'
import type { ConversationRow, MessageRow } from '../../conversations/conversations.types.ts'
import { fieldsOf } from '../../kernel/audit.ts'
import { invalid, notFound, refusal } from '../../kernel/errors.ts'
import { currentCaller } from '../../kernel/http/caller.ts'
import { say } from '../../kernel/texts/say.ts'
import type { Agents } from '../zendesk/agents.ts'
import type { TicketsRepository } from '../zendesk/tickets.repository.ts'
import { draftQuestion } from './draft-question.ts'
import type { Entries } from './entries.ts'
import { nameForVisitors, presentEntry, presentItem } from './handover.presenter.ts'
import type { HandoverRepository } from './handover.repository.ts'
import { chatPathOf, type EntryRow, type HandoverRow, type ItemRow, type NewEntry } from './handover.types.ts'
import type { InboxRepository } from './inbox.repository.ts'
import type { Replies } from './replies.ts'

type Parts = Pick<Context, 'hub' | 'notifications'> & {
  repository: HandoverRepository
  inbox: InboxRepository
  entries: Entries
  replies: Pick<Replies, 'bring'>
  tickets: Pick<TicketsRepository, 'token'>
  agents: Pick<Agents, 'checked'>
}

export type Handover = ReturnType<typeof createHandover>

/** The team's actions on conversations that ask for a person. */
export const createHandover = ({
  hub,
  notifications,
  repository,
  inbox,
  entries,
  replies,
  tickets,
  agents,
}: Parts) => {
  const itemOf = async (conversationId: string) => {
    const item = await inbox.item(conversationId)
    if (!item?.inInbox) throw notFound('conversation')
    return item
  }

  const byMember = async (userId: string, kind: NewEntry['kind'], content = ''): Promise<NewEntry> => ({
    kind,
    content,
    authorId: userId,
    author: await repository.nameOf(userId),
  })

  /** Notifies a member who asked of a reply, wherever they are. */
  const ring = async (item: ItemRow, { author }: EntryRow) =>
    notifications.notify({
      userIds: await inbox.asker(item),
      organizationId: item.organizationId,
      type: 'handover_replied',
      values: { name: author, title: item.title, assistant: item.assistant },
      link: chatPathOf(item),
    })

  return {
    settings: repository.settings,
    /**
     * Settings that are not named stay as they are, also those that someone changes while Zendesk is tested.
     * @throws Refusal 422 if a person is offered without a destination, or Zendesk refuses
     */
    async change(integration: IntegrationRow, patch: HandoverSettingsPatch): Promise<HandoverSettings> {
      const { zendesk_token: entered = '', zendesk_url, zendesk_email, ...changes } = patch
      const before = await repository.settings(integration.id)
      const sealed = await tickets.token(integration.id)
      const agent = {
        zendesk_url: zendesk_url ?? before.zendesk_url,
        zendesk_email: zendesk_email ?? before.zendesk_email,
      }
      const zendeskToken = await agents.checked(before, agent, sealed, entered)
      const isSameAgent =
        zendeskToken === sealed &&
        agent.zendesk_url === before.zendesk_url &&
        agent.zendesk_email === before.zendesk_email
      await repository.saveSettings(
        integration,
        {
          // The connection is saved as it was tested, as a whole.
          settings: { ...changes, ...(!isSameAgent && agent) },
          language: currentCaller().language,
          ...(!isSameAgent && { zendeskToken }),
          // A newly entered token was just accepted.
          ...(zendeskToken !== sealed && { zendeskFailure: null }),
        },
        fieldsOf(patch),
        ({ offered, inbox, email, zendesk_url }) => {
          const isSomewhere = inbox || email !== '' || zendesk_url !== ''
          if (offered.length > 0 && !isSomewhere) throw invalid({ email: say('handover_nowhere') })
        },
      )
      hub.publish(`organization:${integration.organizationId}`, 'integration_update', { id: integration.id })
      return repository.settings(integration.id)
    },

    async list(
      organizationId: string,
      userId: string,
      { status = 'open', assignee, requester = 'anyone', before, before_at, limit = INBOX_PAGE }: InboxQuery,
    ) {
      const selection = {
        organizationId,
        userId,
        ...(assignee === 'me' && { assigneeId: userId }),
        ...(assignee === 'nobody' && { assigneeId: null }),
        ...(requester !== 'anyone' && { requester }),
      }
      if (before !== undefined && (await repository.find(before))?.organizationId !== organizationId)
        throw invalid({ before: say('no_such_conversation') })
      const [rows, counts] = await Promise.all([
        inbox.page(selection, status, limit + 1, before === undefined ? null : { before, before_at }),
        inbox.counts(selection),
      ])
      return { items: rows.slice(0, limit).map(presentItem), has_more: rows.length > limit, counts }
    },

    /** @throws Refusal 404 if it is not in the inbox */
    async detail(conversationId: string) {
      const item = await itemOf(conversationId)
      return {
        item: presentItem(item),
        entries: (await repository.entries(conversationId)).map(presentEntry),
      }
    },

    /**
     * Takes it over, returns it to the assistant, assigns, resolves or reopens it; each adds an entry.
     * @throws Refusal 404, 422 for someone without the right to reply
     */
    async act(conversation: ConversationRow, userId: string, patch: HandoverPatch) {
      const item = await itemOf(conversation.id)
      const { assignee_id, taken_over, status } = patch
      // Decided by the locked row: a colleague may do the same at this moment.
      const enters = async (
        kind: NewEntry['kind'],
        changes: (before: HandoverRow) => Partial<HandoverRow> | null,
        content = '',
      ) => entries.enter(conversation, await byMember(userId, kind, content), changes)
      const team = await inbox.team(item)
      if (assignee_id !== undefined) {
        const isOfTeam = assignee_id === null || team.includes(assignee_id)
        const name = assignee_id === null ? '' : await repository.nameOf(assignee_id)
        const assigned = ({ assigneeId }: HandoverRow) => {
          if (assigneeId === assignee_id) return null
          if (!isOfTeam) throw invalid({ assignee_id: say('not_of_team') })
          return { assigneeId: assignee_id }
        }
        await enters('assigned', assigned, name)
      }
      if (taken_over === true)
        // Who has it may have lost the right to reply.
        await enters('taken', ({ takenOver, assigneeId }) =>
          takenOver && team.some((id) => id === assigneeId)
            ? null
            : { takenOver: true, assigneeId: userId, ...(status !== 'resolved' && { status: 'open' }) },
        )
      if (taken_over === false)
        await enters('given_back', ({ takenOver }) => (takenOver ? { takenOver: false } : null))
      if (status === 'resolved')
        await enters('resolved', (before) =>
          before.status === 'resolved' ? null : { status: 'resolved', takenOver: false },
        )
      if (status === 'open')
        await enters('reopened', (before) => (before.status === 'resolved' ? { status: 'open' } : null))
      return presentItem(await itemOf(conversation.id))
    },

    /** @throws Refusal 404, 409 if someone else has replied since `seen` */
    async write(
      conversation: ConversationRow,
      userId: string,
      { kind, content, seen }: { kind: 'reply' | 'note'; content: string; seen: string | null },
    ) {
      const item = await itemOf(conversation.id)
      const entry = await byMember(userId, kind, content)
      const team = await inbox.team(item)
      const row = await entries.enter(conversation, entry, async (before, held) => {
        if (kind === 'note') return {}
        const other = await held.replyOfAnother(userId, seen)
        if (other) throw refusal('replied_meanwhile', { name: other.author })
        return {
          status: 'waiting',
          takenOver: true,
          // The assignee may have lost the right to reply.
          assigneeId: team.find((id) => id === before.assigneeId) ?? userId,
          firstReplyAt: before.firstReplyAt ?? new Date(),
        }
      })
      if (!row) throw notFound('conversation')
      if (kind === 'reply') {
        await replies.bring(conversation)
        await ring(item, row)
      }
      return presentEntry(row)
    },

    /** The question for a draft. @throws Refusal 404 if it is not in the inbox */
    async draftQuestion(conversationId: string, messages: MessageRow[]) {
      await itemOf(conversationId)
      const { question, history } = draftQuestion(messages, await repository.entries(conversationId))
      return { content: cut(question, QUESTION_MAX), history }
    },

    /** Shows other viewers, and the visitor, that someone is writing. */
    async present(conversation: ConversationRow, userId: string, replying: boolean) {
      const { organizationId } = await itemOf(conversation.id)
      const name = await repository.nameOf(userId)
      const data = { conversation_id: conversation.id, name, replying }
      hub.publish(`organization:${organizationId}`, 'handover_presence', { ...data, user_id: userId })
      if (conversation.visitorId)
        hub.publish(`visitor:${conversation.visitorId}`, 'handover_presence', {
          ...data,
          name: nameForVisitors(name),
        })
    },
  }
}
