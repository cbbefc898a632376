import type { FastifyBaseLogger } from 'fastify'
import { QUESTION_MAX } from '../../../src/services/contract/asking.ts'
import { cut, shortened } from '../../../src/services/contract/common.ts'
import { answerLanguage } from '../../assistants/answering/refusal.ts'
import type { IntegrationsRepository } from '../../assistants/integrations/integrations.repository.ts'
import { citedDocuments } from '../../conversations/answer-audience.ts'
import { titleForVisitors } from '../../conversations/conversations.presenter.ts'
import type { ConversationsRepository } from '../../conversations/conversations.repository.ts'
import type { Conversations } from '../../conversations/conversations.service.ts'
import type { MessageRow } from '../../conversations/conversations.types.ts'
import type { ChannelReply } from '../../kernel/db/schema/index.ts'
import { MINUTE, SECOND } from '../../kernel/durations.ts'
import { Refusal } from '../../kernel/errors.ts'
import { FetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import { startFairQueue } from '../../kernel/jobs/fair-queue.ts'
import { DELIVERY_PAUSES } from '../../kernel/jobs/pauses.ts'
import { untilAborted } from '../../kernel/within.ts'
import { PUBLIC } from '../../knowledge/readers/may-read.ts'
import { asksForPerson } from '../handover/asks-for-person.ts'
import type { VisitorHandoverService } from '../handover/visitor-handover.service.ts'
import { VISITOR_TEXTS } from '../handover/visitor-texts.ts'
import type { Access } from './access.ts'
import type { Opened } from './channel.types.ts'
import { type ChannelMessagesRepository, type Job, LEASE } from './channel-messages.repository.ts'
import type { ChannelsRepository } from './channels.repository.ts'

const AT_ONCE = 8
/** Jobs of one organization at once. */
const PER_ORGANIZATION_MAX = 4
/** Services that do not answer fill no places. */
const LONG = { after: 10_000, max: 24 } // ms
/** The pause after each attempt; after the last one it gives up. */
const PAUSES = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE]
const BUSY_FOR = 2 * SECOND
/** A message waits so long for a busy conversation: each attempt may hold a place of its organization for a minute. */
const BUSY_MAX = 30 * MINUTE
/** The longest message of Slack. */
const ENTRY_MAX = 40_000
/** The conversation is busy, or has just gone to a person or come back. */
const BUSY = new Set(['still_answering', 'with_person', 'not_with_person', 'answer_unfinished'])

type Parts = {
  channels: Pick<ChannelsRepository, 'usedToday'>
  messages: ChannelMessagesRepository
  conversations: Conversations
  conversationRows: Pick<ConversationsRepository, 'find'>
  integrations: Pick<IntegrationsRepository, 'find'>
  visitorHandover: VisitorHandoverService
  access: Access
  log: FastifyBaseLogger
}

type Elsewhere = (typeof VISITOR_TEXTS)['en']['elsewhere']

/** With what the assistant has not read of the message. */
const withUnread = (
  text: string,
  { content, place }: Pick<Job['message'], 'content' | 'place'>,
  { beginning, attachments }: Pick<Elsewhere, 'beginning' | 'attachments'>,
) =>
  [
    text,
    ...(content.length > QUESTION_MAX ? [beginning] : []),
    ...(place.attachments ? [attachments] : []),
  ].join('\n\n')

const saying = (text: string): ChannelReply => ({ text, sources: [], author: null })

/** Answers messages from channels, in every process: each message is taken by one. */
export const startAnswering = ({
  channels,
  messages,
  conversations,
  conversationRows,
  integrations,
  visitorHandover,
  access,
  log,
}: Parts) => {
  const { signal } = access

  const personOf = async ({ visitor, message }: Job, opened: Opened) => {
    const known = visitor.customer
    if (known?.name !== '' || known.email !== '') return known
    // They are answered even without their name.
    const person = await opened.person(known.id).catch((error: unknown) => {
      if (error instanceof FetchFailure) return null
      throw error
    })
    const customer = { ...known, ...person }
    await messages.saveCustomer(message.visitorId, customer)
    return customer
  }

  const answered = async (job: Job, answer: MessageRow, isRequest: boolean): Promise<ChannelReply> => {
    const { elsewhere } = VISITOR_TEXTS[answerLanguage(job.message.content, 'auto')]
    if (answer.status === 'failed' || answer.content === '') return saying(elsewhere.unavailable)
    const addresses = await messages.addressesOf([...citedDocuments(answer)])
    return {
      // A person is promised: nothing of the message was answered.
      text: isRequest ? answer.content : withUnread(answer.content, job.message, elsewhere),
      sources: answer.citations.map(({ document_id, document_name }) => ({
        title: titleForVisitors(document_name),
        url: addresses.get(document_id ?? '') ?? null,
      })),
      author: null,
    }
  }

  /** The reply to send, even if another process began the answer; `taken` if a person has the conversation. */
  const replyTo = async (job: Job, opened: Opened): Promise<ChannelReply | 'taken' | null> => {
    const { message, channel } = job
    const content = cut(message.content, QUESTION_MAX)
    const integration = await integrations.find(channel.integrationId, PUBLIC)
    if (!integration) return null
    const conversationId = message.conversationId ?? (await messages.conversationOf(message))
    const found = conversationId === null ? null : await conversationRows.find(conversationId)
    const conversation = found?.conversation ?? null
    const { elsewhere } = VISITOR_TEXTS[answerLanguage(content || (conversation?.title ?? ''), 'auto')]
    if (message.isBeyondLimit) return saying(elsewhere.unavailable)
    const person = await personOf(job, opened)
    const contact = { name: person?.name ?? '', email: person?.email ?? '' }

    if (conversation && !message.answerId) {
      const handover = await visitorHandover.forVisitor(conversation)
      const file = message.place.attachments ? elsewhere.file(channel.name) : ''
      const words = [shortened(message.content, ENTRY_MAX), file].filter((part) => part !== '').join('\n\n')
      if (handover.person !== null) {
        await visitorHandover.write(conversation, words)
        await messages.note(message, { conversationId: conversation.id })
        return 'taken'
      }
      if (handover.offer !== null && asksForPerson(content)) {
        await visitorHandover.request(conversation, integration.organizationId, contact, words)
        await messages.note(message, { conversationId: conversation.id })
        return saying(elsewhere.person)
      }
    }
    if (!message.answerId && (await channels.usedToday(channel.id)) > channel.dailyLimit)
      return saying(elsewhere.unavailable)
    if (content === '') return saying(elsewhere.fileOnly)

    let answerId = message.answerId
    if (!answerId) {
      const asked = await conversations.ask({
        integration,
        asker: { visitorId: message.visitorId },
        channel: channel.kind,
        config: 'published',
        content,
        conversation,
      })
      answerId = asked.answer.id
      await messages.note(message, { answerId, conversationId: asked.conversation.id })
    }
    const answer = await conversations.settled({ answer: { id: answerId } })
    const row = (await conversationRows.find(answer.conversationId))?.conversation
    const offer = row ? (await visitorHandover.forVisitor(row)).offer : null
    const reply = await answered(job, answer, offer === 'asked')
    if (row && offer === 'asked') await visitorHandover.request(row, integration.organizationId, contact)
    else if (offer !== null && !reply.text.includes(elsewhere.offer)) reply.text += `\n\n${elsewhere.offer}`
    return reply
  }

  /** A message may be old when it is first answered: what it waits for began with its conversation's last message. */
  const busyFor = async ({ message }: Job) => {
    // This attempt may have begun the conversation.
    const id = message.conversationId ?? (await messages.conversationOf(message))
    const conversation = id === null ? null : (await conversationRows.find(id))?.conversation
    return Date.now() - Math.max(message.createdAt.getTime(), conversation?.lastMessageAt.getTime() ?? 0)
  }

  const composed = async (job: Job, opened: Opened) => {
    try {
      return await replyTo(job, opened)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (BUSY.has(error.body.code ?? '') && (await busyFor(job)) < BUSY_MAX) throw error
      // People here are not told about the plan or the assistant's state: the team is.
      return saying(VISITOR_TEXTS[answerLanguage(job.message.content, 'auto')].elsewhere.unavailable)
    }
  }

  const reply = async (job: Job) => {
    const { message } = job
    const outcome =
      message.reply ?? (await untilAborted(signal, () => composed(job, access.open(job.channel))))
    const [reply, status] = outcome === 'taken' ? [null, outcome] : [outcome, 'done' as const]
    if (!message.reply) await messages.note(message, { reply, content: '' })
    signal.throwIfAborted()
    const key = `${message.channelId} ${message.key}`
    const sentKey = reply && (await access.openToSend(job.channel).send(message.place, reply, key))
    await messages.note(message, { status, reply: null, sentKey })
    await access.worked(job.channel)
  }

  const work = async (job: Job) => {
    const renewal = setInterval(() => void messages.renew(job.message).catch(() => {}), LEASE / 4)
    try {
      await reply(job)
    } catch (error) {
      // Another process continues it at once.
      if (signal.aborted) return await messages.putBack(job.message, 0)
      if (error instanceof Refusal) return await messages.putBack(job.message, BUSY_FOR)
      const pause = PAUSES[job.message.attempts - 1] ?? null
      if (!(error instanceof FetchFailure)) {
        log.error({ err: error }, 'a message of a channel was not answered')
        return await messages.putOff(job.message, pause)
      }
      // If one place is gone, the access itself is fine.
      if (error.reason.code === 'item_not_found') return await messages.putOff(job.message, null)
      if (error.isOfOne)
        return await messages.putOff(job.message, DELIVERY_PAUSES[job.message.attempts - 1] ?? null)
      await access.failed(job.channel, error)
      await messages.putOff(job.message, pause === null ? null : Math.max(pause, error.retryAfter ?? 0))
    } finally {
      clearInterval(renewal)
    }
  }

  const queue = startFairQueue({
    places: AT_ONCE,
    perGroup: PER_ORGANIZATION_MAX,
    long: LONG,
    groups: messages.waitingOrganizations,
    claim: messages.take,
    work,
    log,
  })
  return { notify: queue.notify, close: () => queue.stop(access.end) }
}
