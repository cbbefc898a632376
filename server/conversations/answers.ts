import type { FastifyBaseLogger } from 'fastify'
import type { ApiError } from '../../src/services/contract/common.ts'
import type { Citation } from '../../src/services/contract/conversations.ts'
import type { Configuration } from '../../src/services/contract/integrations.ts'
import type { AnswerRecords } from '../analytics/answer-records.ts'
import { AnswerFailure, refusalOf, type Turn } from '../answering/answerer.ts'
import type { TokenUsage } from '../answering/follow-up.ts'
import type { SupportCheck } from '../answering/support.ts'
import type { WritersFor } from '../answering/writers.ts'
import { onceDatabaseIsBack } from '../db/errors.ts'
import type { Channel, Hub } from '../realtime/hub.ts'
import { narrowed } from '../retrieval/narrowed.ts'
import type { Hit, Search } from '../retrieval/search.ts'
import {
  FAILED_FOR_VISITOR,
  presentForVisitor,
  presentMessage,
  withoutWay,
} from './conversations.presenter.ts'
import type { ConversationsRepository } from './conversations.repository.ts'
import type { MessageRow } from './conversations.types.ts'
import { createTokenStream } from './token-stream.ts'

/** Of any model: one that does not end would fill the memory and the database. */
const ANSWER_MAX = 50_000 // characters
const KEEP_EVERY = 1_000 // ms: what a crash may lose of an answer

export const INTERRUPTED: ApiError = {
  code: 'interrupted',
  detail: 'The server was stopped while this answer was written. Ask for it again.',
}
const UNEXPECTED: ApiError = {
  code: 'internal',
  detail: 'Something went wrong on our side. Please try again.',
}

const TOO_LONG: ApiError = {
  code: 'answer_too_long',
  detail: `The language model did not come to an end; its answer was cut after ${ANSWER_MAX.toLocaleString('en')} characters. Try again, or ask for less at once.`,
}

type Assignment = {
  message: MessageRow
  /** Where its words are told. */
  channel: Channel
  question: string
  history: Turn[]
  configuration: Configuration
  /** ms since the epoch */
  askedAt: number
}

type Running = {
  controller: AbortController
  content: () => string
  citations: () => Citation[]
  done: Promise<void>
}
type Parts = {
  conversations: ConversationsRepository
  search: Search
  writersFor: WritersFor
  checkSupport: SupportCheck
  hub: Hub
  records: AnswerRecords
  log: FastifyBaseLogger
}

export type Answers = ReturnType<typeof createAnswers>

/** Writes answers, tells of each word over the integration's socket, and keeps what has arrived. */
export const createAnswers = ({
  conversations,
  search,
  writersFor,
  checkSupport,
  hub,
  records,
  log,
}: Parts) => {
  const running = new Map<string, Running>()
  let closing = false

  const write = (assignment: Assignment, controller: AbortController) => {
    const { message, channel, question, history, configuration, askedAt } = assignment
    const { id } = message
    const { answerer, writeQueries } = writersFor(configuration)
    const say = (type: string, data: unknown) => hub.publish(channel, type, data)
    const toVisitor = channel.startsWith('visitor:')
    const tokens = createTokenStream((index, text) => say('token', { message_id: id, index, text }))
    let citations: Citation[] = []
    let answered: boolean | null = null
    let firstTokenMs: number | null = null
    /** By the model: for the queries, and for the answer. */
    const tokensUsed: { queries: TokenUsage | null; answer: TokenUsage | null } = {
      queries: null,
      answer: null,
    }
    let passagesSearched = 0
    let retrieved: string[] = []
    let unsupported: MessageRow['unsupported'] = []
    let error: ApiError | null = null

    const keeper = setInterval(() => {
      conversations
        .keep(id, tokens.content(), citations)
        .then((wanted) => wanted || controller.abort())
        .catch((cause: unknown) => log.warn({ err: cause }, 'a part of an answer was not kept'))
    }, KEEP_EVERY)

    const stream = async () => {
      say('message_started', toVisitor ? presentForVisitor(message) : presentMessage(message, new Set()))
      const { signal } = controller
      const { queries, usage } = await writeQueries({ question, history, signal })
      tokensUsed.queries = usage
      const found = narrowed(
        await search(queries, configuration.knowledge_base_ids, configuration.top_k),
        configuration,
      )
      if (signal.aborted) return
      passagesSearched = found.searched
      retrieved = found.hits.map(({ documentId }) => documentId)
      for await (const event of answerer.answer({
        question,
        history,
        ...found,
        style: configuration,
        signal,
      })) {
        if (signal.aborted) return
        if (event.type === 'token') {
          firstTokenMs ??= Date.now() - askedAt
          const room = ANSWER_MAX - tokens.content().length
          tokens.push(event.text.slice(0, room))
          if (event.text.length > room) throw new AnswerFailure(TOO_LONG)
        } else if (event.type === 'citations') {
          citations = event.citations
          tokens.flush()
          say('citations', { message_id: id, citations: toVisitor ? citations.map(withoutWay) : citations })
        } else if (event.type === 'usage') {
          tokensUsed.answer = { prompt: event.promptTokens, completion: event.completionTokens }
        } else answered = event.answered
      }
      // What is quoted is its own source, and a refusal claims nothing.
      const content = tokens.content()
      const isRefusal = content.trim() === refusalOf({ searched: found.searched, style: configuration })
      if (answerer.mode === 'model' && !isRefusal) unsupported = await doubtsAbout(content, found.hits)
    }

    /** An answer stands, checked or not. */
    const doubtsAbout = async (content: string, hits: Hit[]) => {
      try {
        return await checkSupport(content, hits)
      } catch (cause) {
        log.warn({ err: cause, messageId: id }, 'an answer was not checked')
        return []
      }
    }

    const finish = async () => {
      try {
        await stream()
      } catch (cause) {
        error = cause instanceof AnswerFailure ? cause.reason : UNEXPECTED
        log.warn({ err: cause, messageId: id }, 'an answer failed')
      }
      clearInterval(keeper)
      if (controller.signal.reason === INTERRUPTED) error = INTERRUPTED
      tokens.flush()
      const status: MessageRow['status'] = error
        ? 'failed'
        : controller.signal.aborted
          ? 'stopped'
          : 'complete'
      const end = {
        content: tokens.content(),
        citations,
        status,
        answered,
        error,
        unsupported,
        passagesSearched,
        firstTokenMs,
        totalMs: Date.now() - askedAt,
        // An answer that is asked for again costs again.
        ...conversations.addedTokens([tokensUsed.queries, tokensUsed.answer]),
      }
      // While the database is away the answer is kept here; its readers see it.
      const row = await onceDatabaseIsBack(
        () => conversations.finish(id, end),
        () => closing,
      )
      running.delete(id)
      if (!row) return
      if (error) say('message_failed', { message_id: id, error: toVisitor ? FAILED_FOR_VISITOR : error })
      else
        say(
          'message_completed',
          toVisitor ? presentForVisitor(row) : presentMessage(row, citedDocuments(row)),
        )
      if (status === 'complete')
        await records.write({
          answerId: id,
          question,
          answered,
          retrieved,
          cited: answered ? citedDocuments(row) : new Set(),
        })
    }

    running.set(id, {
      controller,
      content: tokens.content,
      citations: () => citations,
      done: finish().catch((cause: unknown) => {
        clearInterval(keeper)
        running.delete(id)
        log.error({ err: cause, messageId: id }, 'the end of an answer was not kept')
      }),
    })
  }

  return {
    /** How an answer is written with such a configuration. */
    modeOf(configuration: Configuration) {
      const { mode, model } = writersFor(configuration).answerer
      return { mode, model }
    },

    start(assignment: Assignment) {
      write(assignment, new AbortController())
    },

    /** A message with what has arrived of it so far. */
    current(message: MessageRow): MessageRow {
      const live = running.get(message.id)
      return live && message.status === 'streaming'
        ? { ...message, content: live.content(), citations: live.citations() }
        : message
    },

    /** Ends an answer and keeps what has arrived; resolves when that is written. */
    async stop(id: string) {
      const live = running.get(id)
      live?.controller.abort()
      await live?.done
      return live !== undefined
    },

    async close() {
      closing = true
      for (const { controller } of running.values()) controller.abort(INTERRUPTED)
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

const citedDocuments = (row: MessageRow) =>
  new Set(row.citations.flatMap(({ document_id }) => (document_id === null ? [] : [document_id])))
