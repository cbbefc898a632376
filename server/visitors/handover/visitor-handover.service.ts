import type {
  Contact,
  HandoverReason,
  HandoverSettings,
  VisitorHandover,
} from '../../../src/services/contract/handover.ts'
import type { Context } from '../../context.ts'
import type { ConversationRow, MessageRow } from '../../conversations/conversations.types.ts'
import { notFound, refusal } from '../../kernel/errors.ts'
import { currentCaller } from '../../kernel/http/caller.ts'
import { asksForPerson } from './asks-for-person.ts'
import type { Entries } from './entries.ts'
import { requestMail, UNKNOWN } from './handover.mails.ts'
import { presentForVisitor } from './handover.presenter.ts'
import type { HandoverRepository } from './handover.repository.ts'
import { type HandoverRow, type ItemRow, inboxPathOf, requesterOf, SHOWN_TO_ASKER } from './handover.types.ts'
import type { InboxRepository } from './inbox.repository.ts'
import { expectedReply } from './office-hours.ts'

const SECOND_THUMB = 2
/** Messages to a person: that no one has answered yet, and in one conversation in all. */
const UNANSWERED_MAX = 50
const MESSAGES_MAX = 1_000

type Parts = Pick<Context, 'notifications' | 'mail' | 'link'> & {
  repository: HandoverRepository
  inbox: InboxRepository
  entries: Entries
  /** In the form that can be mailed. */
  messages: { of(conversationId: string): Promise<MessageRow[]> }
}

/** A requester's actions, from the offer to the rating: a visitor, a member, or someone trying it out. */
export const createVisitorHandover = ({
  notifications,
  mail,
  link,
  repository,
  inbox,
  entries,
  messages,
}: Parts) => {
  /** No one here learns how a mail-only request ends. */
  const isOpen = (handover: HandoverRow | null) =>
    handover?.inInbox === true && handover.status !== 'resolved'

  const offerFor = async (
    conversationId: string,
    settings: HandoverSettings,
    handover: HandoverRow | null,
  ): Promise<HandoverReason | null> => {
    if (isOpen(handover) || settings.offered.length === 0) return null
    const { question, answer, disliked } = await repository.last(conversationId)
    if (!answer || answer.status === 'streaming') return null
    // After it was resolved, a later message asks again.
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

  /** The site's proven customer, or the logged-in member. */
  const customerOf = async (conversation: ConversationRow) => {
    const { visitorId, userId } = conversation
    if (requesterOf(conversation) !== 'member') return repository.customerOf(visitorId)
    const member = userId && (await repository.memberAs(userId))
    return member ? { ...member, id: null } : null
  }

  const forVisitor = async (conversation: ConversationRow): Promise<VisitorHandover> => {
    const { id, integrationId } = conversation
    const [settings, handover, entries, helped, customer] = await Promise.all([
      repository.settings(integrationId),
      repository.find(id),
      repository.entries(id, SHOWN_TO_ASKER),
      repository.helped(id),
      customerOf(conversation),
    ])
    return presentForVisitor(handover, entries, {
      requester: requesterOf(conversation),
      offer: await offerFor(id, settings, handover),
      expected: expectedReply(settings, Date.now()),
      helped,
      customer: customer && { name: customer.name, email: customer.email },
    })
  }

  /** Notifies the assignee, if it is news to them; everyone who can reply, if the assignee no longer can. */
  const notifyTeam = async (
    type: 'handover_requested' | 'handover_answered',
    item: ItemRow,
    isNews = true,
  ) => {
    const team = await inbox.team(item)
    const agents = team.filter((userId) => userId === item.assigneeId)
    if (agents.length > 0 && !isNews) return
    await notifications.notify({
      userIds: agents.length > 0 ? agents : team,
      onceUntilRead: !isNews,
      organizationId: item.organizationId,
      type,
      values: { name: item.name || item.email || UNKNOWN, title: item.title, assistant: item.assistant },
      link: inboxPathOf(item),
    })
  }

  /** Requests that neither a mail server nor Zendesk accepted. */
  const waitInInbox = async (conversationId: string) => {
    const item = await inbox.item(conversationId)
    if (!item || item.inInbox) return
    await repository.moveToInbox(conversationId)
    entries.tell({ id: conversationId, visitorId: item.visitorId }, item.organizationId)
    await notifyTeam('handover_requested', item)
  }

  return {
    waitInInbox,

    forVisitor,

    isOffered: async (integrationId: string, visitorId: string | null) =>
      (await repository.settings(integrationId)).offered.length > 0 ||
      (visitorId !== null && (await repository.hasAny(integrationId, visitorId))),

    /** For a member's conversation; null if no person is offered, and none was asked for. */
    async shownToMember(conversation: ConversationRow) {
      const { offered } = await repository.settings(conversation.integrationId)
      const isAbout = offered.length > 0 || (await repository.find(conversation.id)) !== null
      return isAbout ? this.shownToVisitor(conversation) : null
    },

    /** The requester's page shows it: the replies have arrived. */
    async shownToVisitor(conversation: ConversationRow) {
      await repository.noteShown(conversation.id)
      return forVisitor(conversation)
    },

    /**
     * Requests a person as the proven customer or member, else with the given contact. A trial goes nowhere. `words`
     * are the person's, if the conversation does not have them.
     * @throws Refusal 409 if no person is offered, or one was already asked for
     */
    async request(conversation: ConversationRow, organizationId: string, contact: Contact, words = '') {
      const { id, integrationId } = conversation
      const requester = requesterOf(conversation)
      const settings = await repository.settings(integrationId)
      const before = await repository.find(id)
      if (isOpen(before)) throw refusal('handover_under_way')
      const reason = await offerFor(id, settings, before)
      if (reason === null) throw refusal('no_person')
      const customer = await customerOf(conversation)
      const { name, email } = customer ?? contact
      // Only the inbox can reply to someone without an address: in the thread where they wrote.
      const inInbox = requester !== 'trial' && (settings.inbox || email === '')
      const makesTicket = requester !== 'trial' && settings.zendesk_url !== '' && email !== ''
      const asked = {
        conversationId: id,
        organizationId,
        integrationId,
        reason,
        requester,
        inInbox,
        name,
        email,
        customerId: customer?.id ?? null,
        language: currentCaller().language,
      }
      const row = await repository.request(asked, words, makesTicket)
      if (!row) throw refusal('handover_under_way')
      entries.tell(conversation, organizationId)
      if (requester === 'trial') return forVisitor(conversation)
      const item = await inbox.item(id)
      if (!item) throw notFound('conversation')
      if (inInbox) await notifyTeam('handover_requested', item)
      if (settings.email !== '')
        mail.send({
          ...requestMail({
            item,
            messages: await messages.of(id),
            entries: await repository.entries(id, ['visitor']),
            to: settings.email,
            language: settings.language,
            link: link(inInbox ? inboxPathOf(item) : `/conversations?conversation=${id}`),
            isAnswered: !inInbox,
          }),
          organizationId,
          settled: async (isTaken) => {
            if (!isTaken) await waitInInbox(id)
          },
        })
      return forVisitor(conversation)
    },

    /**
     * Whether the person who has taken over takes another message beside those on their way; null if no one has taken
     * over.
     */
    async takes(conversationId: string, onTheirWay: number): Promise<boolean | null> {
      const handover = await repository.find(conversationId)
      if (!handover?.takenOver) return null
      const { all, unanswered } = await repository.countOfAsker(conversationId)
      return all + onTheirWay < MESSAGES_MAX && unanswered + onTheirWay < UNANSWERED_MAX
    },

    /** @throws Refusal 409 while the assistant is answering, or beyond the number of messages */
    async write(conversation: ConversationRow, content: string) {
      const entry = { kind: 'visitor', content, authorId: null, author: '' } as const
      let isNews = false
      const row = await entries.enter(conversation, entry, async ({ takenOver, status }, held) => {
        isNews = status !== 'open'
        if (!takenOver) return null
        const { all, unanswered } = await held.countOfAsker()
        if (all >= MESSAGES_MAX) throw refusal('too_many_messages', { max: MESSAGES_MAX })
        if (unanswered >= UNANSWERED_MAX) throw refusal('reply_awaited', { max: UNANSWERED_MAX })
        return { status: 'open' }
      })
      if (!row) throw refusal('not_with_person')
      const item = await inbox.item(conversation.id)
      if (item) await notifyTeam('handover_answered', item, isNews)
      return forVisitor(conversation)
    },

    /** @throws Refusal 409 before it is resolved */
    async rate(conversation: ConversationRow, rating: number) {
      const handover = await repository.find(conversation.id)
      if (handover?.status !== 'resolved') throw refusal('not_resolved')
      await repository.rate(conversation.id, rating)
      entries.tell(conversation, handover.organizationId)
      return forVisitor(conversation)
    },

    /** The requester needs no reply any more. @throws Refusal 409 */
    async close(conversation: ConversationRow) {
      const entry = { kind: 'closed', content: '', authorId: null, author: '' } as const
      const row = await entries.enter(conversation, entry, ({ status }) =>
        status === 'resolved' ? null : { status: 'resolved', takenOver: false },
      )
      if (!row) throw refusal('not_with_person')
      return forVisitor(conversation)
    },

    async sayHelped(conversation: ConversationRow, helped: boolean) {
      await repository.sayHelped(conversation.id, helped)
      return forVisitor(conversation)
    },
  }
}

export type VisitorHandoverService = ReturnType<typeof createVisitorHandover>
