import type {
  Contact,
  HandoverPatch,
  HandoverReason,
  HandoverSettings,
  HandoverSettingsPatch,
  InboxQuery,
  VisitorHandover,
} from '../../src/services/contract/handover.ts'
import { INBOX_PAGE } from '../../src/services/contract/handover.ts'
import { fieldsOf } from '../audit/record.ts'
import type { Context } from '../context.ts'
import type { ConversationRow } from '../conversations/conversations.types.ts'
import type { MessagesRepository } from '../conversations/messages.repository.ts'
import { invalid, notFound, refusal } from '../errors.ts'
import { currentCaller } from '../http/caller.ts'
import type { IntegrationRow } from '../integrations/integrations.types.ts'
import { say } from '../texts/say.ts'
import { asksForPerson } from './asks-for-person.ts'
import { replyMail, requestMail } from './handover.mails.ts'
import { nameForVisitors, presentEntry, presentForVisitor, presentItem } from './handover.presenter.ts'
import type { HandoverRepository } from './handover.repository.ts'
import type { HandoverRow, NewEntry } from './handover.types.ts'
import { expectedReply } from './office-hours.ts'
import { returnKey } from './return-key.ts'

/** A reply that an open page has not shown by then is mailed. */
const SHOWN_WITHIN = 60_000 // ms
const SECOND_THUMB = 2

type Parts = Pick<Context, 'config' | 'hub' | 'notifications' | 'mail' | 'link' | 'log'> & {
  repository: HandoverRepository
  messages: Pick<MessagesRepository, 'of'>
  shownWithin?: number
}

export type Handover = ReturnType<typeof createHandover>

/** Conversations that a person was asked for, from the offer to the last reply. */
export const createHandover = ({
  config,
  hub,
  notifications,
  mail,
  link,
  log,
  repository,
  messages,
  shownWithin = SHOWN_WITHIN,
}: Parts) => {
  const changed = (conversation: Pick<ConversationRow, 'id' | 'visitorId'>, organizationId: string) => {
    const news = { conversation_id: conversation.id }
    hub.publish(`organization:${organizationId}`, 'handover_update', news)
    if (conversation.visitorId) hub.publish(`visitor:${conversation.visitorId}`, 'handover_update', news)
  }

  const isOpen = (handover: HandoverRow | null) => handover !== null && handover.status !== 'resolved'

  const offerFor = async (
    conversationId: string,
    settings: HandoverSettings,
    handover: HandoverRow | null,
  ): Promise<HandoverReason | null> => {
    if (isOpen(handover) || settings.offered.length === 0) return null
    const { question, answer, disliked } = await repository.last(conversationId)
    if (!answer || answer.status === 'streaming') return null
    // What was resolved is asked for again by what is said after it.
    if (handover && answer.createdAt < handover.lastAt) return null
    const holds: Readonly<Record<HandoverReason, boolean>> = {
      asked: asksForPerson(question),
      refused: answer.answered === false || answer.status === 'failed',
      disliked: disliked >= SECOND_THUMB,
      always: true,
    }
    const reasons = ['asked', 'refused', 'disliked', 'always'] as const
    return reasons.find((reason) => settings.offered.includes(reason) && holds[reason]) ?? null
  }

  const forVisitor = async (conversation: ConversationRow): Promise<VisitorHandover> => {
    const { id, integrationId } = conversation
    const [settings, handover, entries, helped] = await Promise.all([
      repository.settings(integrationId),
      repository.find(id),
      repository.entries(id),
      repository.helped(id),
    ])
    return presentForVisitor(handover, entries, {
      offer: await offerFor(id, settings, handover),
      expected: expectedReply(settings, Date.now()),
      helped,
    })
  }

  const itemOf = async (conversationId: string) => {
    const item = await repository.item(conversationId)
    if (!item?.inInbox) throw notFound('conversation')
    return item
  }

  /** Mails the replies that the visitor's page has not shown. */
  const mailReplies = async (conversationId: string) => {
    const item = await repository.item(conversationId)
    const replies = await repository.markDelivered(conversationId)
    if (!item || replies.length === 0) return
    const key = returnKey(config.jwtSecret, conversationId)
    mail.send(
      replyMail({
        handover: item,
        item,
        replies,
        name: nameForVisitors(replies.at(-1)?.author ?? ''),
        link: link(`/share/integration/${item.integrationId}#reply=${key}`),
      }),
    )
  }

  const mailUnlessShown = async ({ id, visitorId }: Pick<ConversationRow, 'id' | 'visitorId'>) => {
    if (!visitorId || !(await hub.isOpenTo(visitorId))) return mailReplies(id)
    // What a process takes with it at its end, the hourly sweep mails.
    setTimeout(() => {
      mailReplies(id).catch((error: unknown) => log.warn({ err: error }, 'a reply was not mailed'))
    }, shownWithin).unref()
  }

  const enter = async (
    conversation: Pick<ConversationRow, 'id' | 'visitorId'>,
    entry: NewEntry,
    changes: Parameters<HandoverRepository['enter']>[2],
  ) => {
    const row = await repository.enter(conversation.id, entry, changes)
    const handover = row && (await repository.find(conversation.id))
    if (!row || !handover) return null
    changed(conversation, handover.organizationId)
    return row
  }

  const byMember = async (userId: string, kind: NewEntry['kind'], content = ''): Promise<NewEntry> => ({
    kind,
    content,
    authorId: userId,
    author: await repository.nameOf(userId),
  })

  return {
    settings: repository.settings,
    isOffered: async (integrationId: string, visitorId: string | null) =>
      (await repository.settings(integrationId)).offered.length > 0 ||
      (visitorId !== null && (await repository.hasAny(integrationId, visitorId))),

    /** @throws Refusal 422 when a person is offered and it would go nowhere */
    async change(integration: IntegrationRow, patch: HandoverSettingsPatch): Promise<HandoverSettings> {
      const { language: _, ...before } = await repository.settings(integration.id)
      const settings = Object.assign(before, patch)
      if (settings.offered.length > 0 && !settings.inbox && settings.email === '')
        throw invalid({ email: say('handover_nowhere') })
      await repository.saveSettings(integration, settings, currentCaller().language, fieldsOf(patch))
      hub.publish(`organization:${integration.organizationId}`, 'integration_update', { id: integration.id })
      return settings
    },

    forVisitor,

    /** The visitor's page shows it: what was replied has arrived. */
    async shownToVisitor(conversation: ConversationRow) {
      await repository.markDelivered(conversation.id)
      return forVisitor(conversation)
    },

    /** @throws Refusal 409 when no person is offered, or one was asked for already */
    async request(conversation: ConversationRow, integration: IntegrationRow, contact: Contact) {
      const { id, integrationId } = conversation
      const { organizationId } = integration
      const settings = await repository.settings(integrationId)
      const before = await repository.find(id)
      if (isOpen(before)) throw refusal('handover_under_way')
      const reason = await offerFor(id, settings, before)
      if (reason === null) throw refusal('no_person')
      const row = await repository.request({
        conversationId: id,
        organizationId,
        integrationId,
        reason,
        inInbox: settings.inbox,
        ...contact,
        language: currentCaller().language,
      })
      if (!row) throw refusal('handover_under_way')
      changed(conversation, organizationId)
      const item = await repository.item(id)
      const path = `/inbox?conversation=${id}`
      if (item && settings.email !== '')
        mail.send(
          requestMail({
            item,
            messages: await messages.of(id),
            to: settings.email,
            language: settings.language,
            link: settings.inbox ? link(path) : null,
          }),
        )
      if (item && settings.inbox)
        await notifications.notify({
          userIds: await repository.team(organizationId),
          organizationId,
          type: 'handover_requested',
          values: { name: contact.name || contact.email, title: item.title, assistant: item.assistant },
          link: path,
        })
      return forVisitor(conversation)
    },

    /** @throws Refusal 409 while the assistant answers */
    async visitorWrites(conversation: ConversationRow, content: string) {
      const entry = { kind: 'visitor', content, authorId: null, author: '' } as const
      const row = await enter(conversation, entry, ({ takenOver }) => (takenOver ? { status: 'open' } : null))
      if (!row) throw refusal('not_with_person')
      return forVisitor(conversation)
    },

    /** @throws Refusal 409 before it is resolved */
    async rate(conversation: ConversationRow, rating: number) {
      const handover = await repository.find(conversation.id)
      if (handover?.status !== 'resolved') throw refusal('not_resolved')
      await repository.rate(conversation.id, rating)
      changed(conversation, handover.organizationId)
      return forVisitor(conversation)
    },

    async sayHelped(conversation: ConversationRow, helped: boolean) {
      await repository.sayHelped(conversation.id, helped)
      return forVisitor(conversation)
    },

    async inbox(organizationId: string, userId: string, { status = 'open', assignee, before }: InboxQuery) {
      const selection = {
        organizationId,
        ...(assignee === 'me' && { assigneeId: userId }),
        ...(assignee === 'nobody' && { assigneeId: null }),
      }
      const after = before === undefined ? null : await repository.find(before)
      if (before !== undefined && after?.organizationId !== organizationId)
        throw invalid({ before: say('no_such_conversation') })
      const [rows, counts] = await Promise.all([
        repository.page(selection, status, INBOX_PAGE + 1, after),
        repository.counts(selection),
      ])
      return { items: rows.slice(0, INBOX_PAGE).map(presentItem), has_more: rows.length > INBOX_PAGE, counts }
    },

    /** @throws Refusal 404 for what is not in the inbox */
    async detail(conversationId: string) {
      const item = await itemOf(conversationId)
      return {
        item: presentItem(item),
        entries: (await repository.entries(conversationId)).map(presentEntry),
      }
    },

    /**
     * Takes it over, gives it back to the assistant, assigns, resolves or reopens it; each leaves an entry.
     * @throws Refusal 404, 422 for somebody who may not reply
     */
    async act(conversation: ConversationRow, userId: string, patch: HandoverPatch) {
      const item = await itemOf(conversation.id)
      const { assignee_id, taken_over, status } = patch
      const enters = async (kind: NewEntry['kind'], changes: Partial<HandoverRow>, content = '') =>
        enter(conversation, await byMember(userId, kind, content), () => changes)
      if (assignee_id !== undefined && assignee_id !== item.assigneeId) {
        if (assignee_id !== null && !(await repository.team(item.organizationId)).includes(assignee_id))
          throw invalid({ assignee_id: say('not_of_team') })
        const name = assignee_id === null ? '' : await repository.nameOf(assignee_id)
        await enters('assigned', { assigneeId: assignee_id }, name)
      }
      if (taken_over === true && !item.takenOver)
        await enters('taken', {
          takenOver: true,
          assigneeId: userId,
          ...(status !== 'resolved' && { status: 'open' }),
        })
      if (taken_over === false && item.takenOver) await enters('given_back', { takenOver: false })
      if (status === 'resolved' && item.status !== 'resolved')
        await enters('resolved', { status: 'resolved', takenOver: false })
      if (status === 'open' && item.status === 'resolved') await enters('reopened', { status: 'open' })
      return presentItem(await itemOf(conversation.id))
    },

    /** @throws Refusal 404, 409 when somebody else has replied since `seen` */
    async write(
      conversation: ConversationRow,
      userId: string,
      { kind, content, seen }: { kind: 'reply' | 'note'; content: string; seen: string | null },
    ) {
      await itemOf(conversation.id)
      const entry = await byMember(userId, kind, content)
      const row = await enter(conversation, entry, (before, earlier) => {
        if (kind === 'note') return {}
        const since = earlier.slice(earlier.findIndex(({ id }) => id === seen) + 1)
        const other = since.findLast((one) => one.kind === 'reply' && one.authorId !== userId)
        if (other) throw refusal('replied_meanwhile', { name: other.author })
        return {
          status: 'waiting',
          takenOver: true,
          assigneeId: before.assigneeId ?? userId,
          firstReplyAt: before.firstReplyAt ?? new Date(),
        }
      })
      if (!row) throw notFound('conversation')
      if (kind === 'reply') await mailUnlessShown(conversation)
      return presentEntry(row)
    },

    /** Tells who else looks at it, and the visitor, that somebody writes. */
    async present(conversation: ConversationRow, userId: string, replying: boolean) {
      const { organizationId } = await itemOf(conversation.id)
      const name = await repository.nameOf(userId)
      const data = { conversation_id: conversation.id, user_id: userId, name, replying }
      hub.publish(`organization:${organizationId}`, 'handover_presence', data)
      if (conversation.visitorId)
        hub.publish(`visitor:${conversation.visitorId}`, 'handover_presence', {
          ...data,
          name: nameForVisitors(name),
        })
    },

    /** Mails replies that were waiting for a page when their process ended. */
    async sweep() {
      for (const id of await repository.undelivered(new Date(Date.now() - shownWithin))) await mailReplies(id)
    },
  }
}
