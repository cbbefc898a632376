import { setTimeout as wait } from 'node:timers/promises'
import { CONVERSATION_TITLE_MAX } from '../../src/services/contract/conversations.ts'
import type { Turn } from '../assistants/answering/answerer.ts'
import type { WritersFor } from '../assistants/answering/writers.ts'
import type { Integrations } from '../assistants/integrations/integrations.service.ts'
import type { IntegrationRow } from '../assistants/integrations/integrations.types.ts'
import type { LimitsService } from '../billing/limits.ts'
import type { Channel } from '../connection/realtime/channel.ts'
import type { Tx } from '../kernel/db/open.ts'
import { notFound, refusal } from '../kernel/errors.ts'
import { currentCaller } from '../kernel/http/caller.ts'
import { PUBLIC, type ReaderId } from '../knowledge/readers/may-read.ts'
import type { Reception } from '../visitors/handover/reception.ts'
import type { Follower } from './answer-audience.ts'
import type { Assignment } from './answer-run.ts'
import type { Answers } from './answers.ts'
import type { ConversationsRepository } from './conversations.repository.ts'
import { type AskedRows, type ConversationRow, isOfVisitor, type MessageRow } from './conversations.types.ts'
import type { MessagesRepository } from './messages.repository.ts'
import type { Reading } from './reading.ts'
import { createStoredConversations } from './stored-conversations.ts'

const PATIENCE = 60_000 // ms that a repeated request waits for an answer of another process
const LOOK_EVERY = 200 // ms

type Parts = {
  conversations: ConversationsRepository
  messages: MessagesRepository
  answers: Answers
  integrations: Pick<Integrations, 'find' | 'effective'>
  limits: LimitsService
  writersFor: WritersFor
  reception: Reception
  reading: Reading
}

const busy = () => refusal('still_answering')

const titleOf = (question: string) => {
  const line = question.replace(/\s+/g, ' ').trim()
  return line.length <= CONVERSATION_TITLE_MAX ? line : `${line.slice(0, CONVERSATION_TITLE_MAX - 1)}…`
}

/** Questions before `position` with what was answered to them. */
const turnsBefore = (messages: MessageRow[], position: number): Turn[] =>
  messages.flatMap((message, index) => {
    const question = messages[index - 1]
    const isTurn = message.role === 'assistant' && question?.role === 'user' && message.position < position
    return isTurn && message.content !== '' ? [{ question: question.content, answer: message.content }] : []
  })

/** Who asks; a visitor of a public page has no account. */
type Asker = { userId: string } | { visitorId: string }

type NewQuestion = {
  integration: IntegrationRow
  asker: Asker
  channel: ConversationRow['channel']
  /** The draft, or what is published. */
  config: 'draft' | 'published'
  content: string
  /** Null begins a conversation. */
  conversation: ConversationRow | null
  /** Id of the last question, which goes with its answer. */
  replaces?: string | null
  /** What was said before the conversation. */
  history?: Turn[]
  /** Whose knowledge it is answered from; whoever asks if not given. */
  readerId?: ReaderId
  follower?: Follower
}

type Retrial = {
  message: MessageRow
  conversation: ConversationRow
  integration: IntegrationRow
  asker: Asker
  /** For the documents that are being read. */
  waits: boolean
}

const readerOf = (asker: Asker): ReaderId => ('userId' in asker ? asker.userId : PUBLIC)

/** Whose answer it is that is begun anew; of who is forgotten, the public's. */
const askerOf = (conversation: ConversationRow): Asker =>
  conversation.userId === null || isOfVisitor(conversation)
    ? { visitorId: conversation.visitorId ?? '' }
    : { userId: conversation.userId }

const visitorOf = (asker: Asker) => ('visitorId' in asker ? asker.visitorId : null)

/** Where the answers of a conversation are told. */
export const channelOf = ({ integrationId, visitorId }: ConversationRow): Channel =>
  visitorId === null ? `integration:${integrationId}` : `visitor:${visitorId}`

export type Conversations = ReturnType<typeof createConversations>

export const createConversations = ({
  conversations,
  messages,
  answers,
  integrations,
  limits,
  writersFor,
  reception,
  reading,
}: Parts) => {
  /** What answers a question: the draft, or what is published, in words for whoever asks and from what they may read. */
  const answering = async (
    integration: IntegrationRow,
    which: 'draft' | 'published',
    question: string,
    {
      asker,
      conversationId,
      channel,
      readerId = readerOf(asker),
    }: {
      asker: Asker
      conversationId: string | null
      channel: ConversationRow['channel'] | null
      readerId?: ReaderId | undefined
    },
  ) => {
    const { configuration: whole, version } = await integrations.effective(integration, which)
    const earlier = conversationId === null ? [] : await messages.of(conversationId)
    const scope = await reading.scopeOf(readerId, whole.knowledge_base_ids, earlier)
    const configuration = { ...whole, knowledge_base_ids: scope.knowledgeBaseIds }
    const writers = await writersFor(integration.organizationId, configuration)
    const received = await reception(
      {
        integrationId: integration.id,
        question,
        conversationId,
        channel,
        visitorId: visitorOf(asker) || null,
      },
      { configuration, writers },
    )
    return { ...received, version, scope }
  }

  const begin = (
    asked: AskedRows,
    asker: Asker,
    { configuration, writers, scope }: Pick<Assignment, 'configuration' | 'writers' | 'scope'>,
    {
      askedAt,
      isResumed = false,
      history = [],
      follower,
    }: { askedAt: number; isResumed?: boolean } & Pick<NewQuestion, 'history' | 'follower'>,
  ) => {
    answers.start({
      message: asked.answer,
      listeners: {
        channel: channelOf(asked.conversation),
        ...('userId' in asker && !scope.isForEveryone && { onlyTo: asker.userId }),
      },
      question: asked.question.content,
      history: [...history, ...turnsBefore(asked.earlier.filter(scope.isReadable), asked.question.position)],
      configuration,
      writers,
      scope,
      askedAt,
      isResumed,
      ...(follower && { follower }),
    })
    return asked
  }

  /** What an earlier request under the same `Idempotency-Key` has asked; null when there was none. */
  const begunBefore = async () => {
    const answerId = currentCaller().write?.answerId
    const rows = answerId ? await messages.asked(answerId) : null
    return rows && { ...rows, isRepeated: true }
  }

  /** What a member says never appears in a visitor's conversation, nor the other way round. */
  const checkOwn = (conversation: ConversationRow, asker: Asker) => {
    const isOthers = visitorOf(asker) === null && isOfVisitor(conversation)
    if (isOthers || conversation.visitorId !== visitorOf(asker)) throw notFound('conversation')
  }

  return {
    ...createStoredConversations({ conversations, messages, answers, reading }),

    /**
     * Stores a question and starts its answer. `admit` is called first, one call at a time for each organization.
     * @throws Refusal 409 while another question is answered, when nothing is published, or when the replaced
     * question is not the last one; 402 when the questions of the month are used up
     */
    async ask(
      {
        integration,
        asker,
        channel,
        config,
        content,
        conversation,
        replaces = null,
        readerId,
        ...more
      }: NewQuestion,
      admit: () => Promise<void> = async () => {},
    ): Promise<AskedRows & { isRepeated?: boolean }> {
      const askedAt = Date.now()
      const title = titleOf(content)
      const repeated = await begunBefore()
      if (repeated && repeated.answer.status !== 'failed') return repeated
      if (conversation) checkOwn(conversation, asker)
      const conversationId = (repeated?.conversation ?? conversation)?.id ?? null
      const { version, ...made } = await answering(integration, config, content, {
        asker,
        conversationId,
        // What somebody else reads is not received: it is a draft for a person.
        channel: readerId === undefined ? channel : null,
        readerId,
      })
      const mode = {
        ...answers.modeOf(made.writers),
        configVersion: version,
        readFrom: made.scope.readFrom,
        documentsRead: made.scope.documentsRead,
      }
      const { organizationId } = integration
      return limits.within(organizationId, { messages_month: 1 }, async () => {
        await admit()
        const to = conversationId ?? { integrationId: integration.id, ...asker, channel, title }
        const count = (tx: Tx) => limits.countQuestion(tx, organizationId)
        // An answer that failed is written again for who asks again under the key, in its place.
        const rows = repeated
          ? await messages.reset(repeated.answer, mode, count)
          : await messages.ask(to, { content, title, replaces }, mode, count)
        if (rows === 'busy') {
          // Another repeat was first.
          if (repeated) return repeated
          throw busy()
        }
        if (rows === 'not_last') throw refusal('not_last')
        if (rows === null) throw notFound('conversation')
        // At once: an answer that is stored has its writer.
        return begin(rows, asker, made, { askedAt, ...more })
      })
    },

    /**
     * An answer once nothing more is written into it. Another process may write that of a repeated request.
     * @throws Refusal 404 when it is gone, 409 when it takes too long
     */
    async settled({
      answer: { id },
      isRepeated = false,
    }: {
      answer: Pick<MessageRow, 'id'>
      isRepeated?: boolean
    }) {
      await answers.settled(id)
      for (const started = Date.now(); Date.now() - started < PATIENCE; await wait(LOOK_EVERY)) {
        const found = await messages.find(id)
        if (!found) throw notFound('message')
        if (!isRepeated || found.message.status !== 'streaming') return found.message
      }
      throw refusal('in_progress')
    },

    /**
     * Clears an answer and writes it again with the same kind of configuration, at once or when the documents are
     * read. It counts as a question.
     * @throws Refusal 409 while an answer is written, 402 when the questions of the month are used up
     */
    async retry(
      { message, conversation, integration, asker, waits }: Retrial,
      admit: () => Promise<void> = async () => {},
    ) {
      checkOwn(conversation, asker)
      if (message.role !== 'assistant') throw refusal('not_an_answer')
      const askedAt = Date.now()
      const question = (await messages.of(conversation.id)).find(
        ({ position }) => position === message.position - 1,
      )
      const { version, ...made } = await answering(
        integration,
        message.configVersion === null ? 'draft' : 'published',
        question?.content ?? '',
        { asker, conversationId: conversation.id, channel: conversation.channel },
      )
      const { organizationId } = integration
      const readiness = waits
        ? await answers.readinessOf(made.configuration.knowledge_base_ids, made.scope.readerId)
        : null
      const mode = {
        ...answers.modeOf(made.writers),
        configVersion: version,
        readiness,
        readFrom: made.scope.readFrom,
        documentsRead: made.scope.documentsRead,
      }
      return limits.within(organizationId, { messages_month: 1 }, async () => {
        await admit()
        const rows = await messages.reset(message, mode, (tx) => limits.countQuestion(tx, organizationId))
        if (rows === 'busy') throw busy()
        if (rows === null) throw notFound('message')
        return begin(rows, asker, made, { askedAt })
      })
    },

    /**
     * Begins an answer anew that was taken over from a process that is gone; it does not count again.
     * @throws Refusal when what it needs is gone
     */
    async resume(answer: MessageRow) {
      const conversation = (await conversations.find(answer.conversationId))?.conversation
      const integration = conversation && (await integrations.find(conversation.integrationId))
      const earlier = await messages.of(answer.conversationId)
      const question = earlier.find(({ position }) => position === answer.position - 1)
      if (!conversation || !integration || !question) throw notFound('question')
      const which = answer.configVersion === null ? 'draft' : 'published'
      const asker = askerOf(conversation)
      const { configuration, ...made } = await answering(integration, which, question.content, {
        asker,
        conversationId: conversation.id,
        channel: conversation.channel,
      })
      // Somebody else may have gone on with the conversation: nothing is read that was closed to them.
      const knowledge_base_ids = configuration.knowledge_base_ids.filter((id) => answer.readFrom.includes(id))
      begin(
        { conversation, question, answer, earlier },
        asker,
        { ...made, configuration: { ...configuration, knowledge_base_ids } },
        { askedAt: Date.now(), isResumed: true },
      )
    },

    /** Ends an answer; one that is over stays as it is. */
    async stop(message: MessageRow) {
      if (message.status === 'streaming' && !(await answers.stop(message.id)))
        await messages.finish(message.id, { status: 'stopped' })
      return (await messages.find(message.id))?.message ?? message
    },
  }
}
