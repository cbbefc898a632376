import { setTimeout as wait } from 'node:timers/promises'
import type { IntegrationRow } from '../assistants/integrations/integrations.types.ts'
import type { LimitsService } from '../billing/limits.ts'
import type { Tx } from '../kernel/db/open.ts'
import { MINUTE } from '../kernel/durations.ts'
import { notFound, refusal } from '../kernel/errors.ts'
import { currentCaller } from '../kernel/http/caller.ts'
import type { ReaderId } from '../knowledge/readers/may-read.ts'
import {
  type Asker,
  askerOf,
  type Beginning,
  createPreparation,
  type PreparationParts,
  visitorOf,
} from './answer-preparation.ts'
import type { ConversationsRepository } from './conversations.repository.ts'
import { type AskedRows, type ConversationRow, isOfVisitor, type MessageRow } from './conversations.types.ts'
import { createStoredConversations } from './stored-conversations.ts'
import { BOUND } from './written-answers.repository.ts'

const PATIENCE = MINUTE // ms that a request waits for another process's answer
const LOOK_EVERY = 200 // ms

type Parts = PreparationParts & { conversations: ConversationsRepository; limits: LimitsService }

const busy = () => refusal('still_answering')

type NewQuestion = Pick<Beginning, 'history' | 'follower'> & {
  integration: IntegrationRow
  asker: Asker
  channel: ConversationRow['channel']
  /** Answer with the draft, or with the published version. */
  config: 'draft' | 'published'
  content: string
  /** Null begins a conversation. */
  conversation: ConversationRow | null
  /** Id of the last question, which is removed with its answer. */
  replaces?: string | null
  /** The reader whose access applies; by default the asker. */
  readerId?: ReaderId
  /** The request waits for its answer: repeated under its key, it writes an answer that failed again. */
  isWaiting?: boolean
}

type Retrial = {
  message: MessageRow
  conversation: ConversationRow
  integration: IntegrationRow
  asker: Asker
  /** For documents that are still being read. */
  waits: boolean
}

export type Conversations = ReturnType<typeof createConversations>

export const createConversations = ({ conversations, limits, ...parts }: Parts) => {
  const { messages, answers, integrations, reading } = parts
  const { prepare, begin } = createPreparation(parts)

  /**
   * The question of an earlier request with the same `Idempotency-Key`, with its answer as its asker may read it by
   * now; null if there was none.
   * @throws Refusal 404 if it was deleted
   */
  const begunBefore = async () => {
    const { write } = currentCaller()
    if (!write?.answerId) return null
    const rows = await messages.asked(write.answerId)
    if (!rows) throw notFound('question')
    return { ...rows, answer: (await reading.shownTo(write.userId, [rows.answer]))[0]!, isRepeated: true }
  }

  /** Members' messages never appear in visitors' conversations, nor the other way round. */
  const checkOwn = (conversation: ConversationRow, asker: Asker) => {
    const isOthers = visitorOf(asker) === null && isOfVisitor(conversation)
    if (isOthers || conversation.visitorId !== visitorOf(asker)) throw notFound('conversation')
  }

  return {
    ...createStoredConversations({ conversations, messages, answers, reading }),

    /**
     * Stores a question and starts its answer. `admit` is called first, one call at a time for each
     * organization.
     * @throws Refusal 409 while another question is being answered, if nothing is published, or if the replaced
     * question is not the last one; 402 if the month's questions are used up
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
        history = [],
        follower,
        isWaiting = false,
      }: NewQuestion,
      admit: () => Promise<void> = async () => {},
    ): Promise<AskedRows & { isRepeated?: boolean }> {
      const askedAt = Date.now()
      const repeated = await begunBefore()
      if (repeated && !(isWaiting && repeated.answer.status === 'failed')) return repeated
      if (conversation) checkOwn(conversation, asker)
      const conversationId = (repeated?.conversation ?? conversation)?.id ?? null
      const { prepared, mode: known } = await prepare({
        integration,
        config,
        question: content,
        asker,
        conversationId,
        // Answers from another reader's knowledge are drafts for a person, without a channel.
        channel: readerId === undefined ? channel : null,
        readerId,
      })
      const isBound = readerId !== undefined || history.length > 0
      const mode = { ...known, ...(isBound && { takeovers: BOUND }) }
      const { organizationId } = integration
      return limits.within(organizationId, { messages_month: 1 }, async () => {
        await admit()
        const to = conversationId ?? { integrationId: integration.id, ...asker, channel }
        const count = (tx: Tx) => limits.countQuestion(tx, organizationId)
        const rows = repeated
          ? await messages.reset(repeated.answer, mode, count)
          : await messages.ask(to, { content, replaces }, mode, count)
        if (rows === 'busy') {
          // Another repeat was first.
          if (repeated) return repeated
          throw busy()
        }
        if (rows === 'not_last') throw refusal('not_last')
        if (rows === null) throw notFound('conversation')
        // At once: every stored answer has a writer.
        return begin(rows, asker, prepared, { askedAt, history, ...(follower && { follower }) })
      })
    },

    /**
     * Returns an answer once it is finished, also if another process writes it.
     * @throws Refusal 404 if it is gone, 503 if it takes too long or this process closes before: a 503 is not
     * stored under an `Idempotency-Key`
     */
    async settled({ answer: { id } }: { answer: Pick<MessageRow, 'id'> }) {
      await answers.settled(id)
      for (const started = Date.now(); Date.now() - started < PATIENCE; await wait(LOOK_EVERY)) {
        const found = await messages.find(id)
        if (!found) throw notFound('message')
        if (found.message.status !== 'streaming') return found.message
        if (answers.isClosing()) break
      }
      throw refusal('answer_unfinished')
    },

    /**
     * Clears an answer and writes it again with the same kind of configuration, at once or when the documents
     * have been read. It counts as a question.
     * @throws Refusal 409 while an answer is in progress, or if it was bound to another reader or other turns, 402 if
     * the month's questions are used up
     */
    async retry(
      { message, conversation, integration, asker, waits }: Retrial,
      admit: () => Promise<void> = async () => {},
    ) {
      checkOwn(conversation, asker)
      if (message.role !== 'assistant') throw refusal('not_an_answer')
      if (message.takeovers === BOUND) throw refusal('written_elsewhere')
      const askedAt = Date.now()
      const question = (await messages.of(conversation.id)).find(
        ({ position }) => position === message.position - 1,
      )
      const { prepared, mode } = await prepare({
        integration,
        config: message.configVersion === null ? 'draft' : 'published',
        question: question?.content ?? '',
        asker,
        conversationId: conversation.id,
        position: message.position - 1,
        channel: conversation.channel,
      })
      const { organizationId } = integration
      const readiness = waits
        ? await answers.readinessOf(prepared.configuration.knowledge_base_ids, prepared.scope.readerId)
        : null
      return limits.within(organizationId, { messages_month: 1 }, async () => {
        await admit()
        const count = (tx: Tx) => limits.countQuestion(tx, organizationId)
        const rows = await messages.reset(message, { ...mode, readiness }, count)
        if (rows === 'busy') throw busy()
        if (rows === null) throw notFound('message')
        return begin(rows, asker, prepared, { askedAt })
      })
    },

    /**
     * Restarts an answer taken over from a process that is gone; it does not count again.
     * @throws Refusal if something it needs is gone
     */
    async resume(answer: MessageRow) {
      const conversation = (await conversations.find(answer.conversationId))?.conversation
      const integration = conversation && (await integrations.find(conversation.integrationId))
      const question = (await messages.of(answer.conversationId)).find(
        ({ position }) => position === answer.position - 1,
      )
      if (!conversation || !integration || !question) throw notFound('question')
      const asker = askerOf(conversation)
      const { prepared } = await prepare({
        integration,
        config: answer.configVersion === null ? 'draft' : 'published',
        question: question.content,
        asker,
        conversationId: conversation.id,
        position: question.position,
        // Someone else may have continued the conversation: nothing that was closed to them is read.
        within: answer,
        channel: conversation.channel,
      })
      begin({ conversation, question, answer }, asker, prepared, { askedAt: Date.now(), isResumed: true })
    },

    /** Stops an answer; a finished one is unchanged. */
    async stop(message: MessageRow) {
      if (message.status === 'streaming' && !(await answers.stop(message.id)))
        await messages.stop(message.id, message.writtenBy)
      return (await messages.find(message.id))?.message ?? message
    },
  }
}
