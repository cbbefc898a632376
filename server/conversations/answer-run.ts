import { cut } from '../../src/services/contract/common.ts'
import type { Readiness } from '../../src/services/contract/conversations.ts'
import { withoutMarkers } from '../../src/services/contract/markers.ts'
import { type AnswerEvent, AnswerFailure } from '../assistants/answering/answerer.ts'
import { refusalOf } from '../assistants/answering/refusal.ts'
import { isDatabaseAway, onceDatabaseIsBack } from '../kernel/db/errors.ts'
import { bodyOf } from '../kernel/errors.ts'
import { say } from '../kernel/texts/say.ts'
import { citedDocuments, createAnswerAudience } from './answer-audience.ts'
import {
  type AnswerParts,
  type AnswerRun,
  type Assignment,
  HANDED_OVER,
  type Outcome,
} from './answer-run.types.ts'
import type { MessageRow } from './conversations.types.ts'
import { documentsAwaited } from './documents-awaited.ts'
import { createFinding } from './finding.ts'
import type { MessagesRepository } from './messages.repository.ts'
import { createTokenStream } from './token-stream.ts'

/** For any model: an endless answer would fill the memory and the database. */
const ANSWER_MAX = 50_000 // characters
const KEEP_EVERY = 1_000 // ms: the part of an answer that a crash may lose

export const INTERRUPTED = bodyOf(say('answer_interrupted'))
const UNEXPECTED = bodyOf(say('internal'))
const TOO_LONG = bodyOf(say('answer_too_long', { max: ANSWER_MAX }))

/**
 * Writes one answer: finds passages, streams the text written from them, checks it, and stores its end.
 * @param isClosing whether the server is closing, so that it does not wait for an unreachable database
 */
export const startAnswerRun = (
  parts: AnswerParts,
  assignment: Assignment,
  isClosing: () => boolean,
): AnswerRun => {
  const { messages, lookShared, checkSupport, hub, records, log } = parts
  const { message, askedAt, isResumed, follower } = assignment
  let { inquiry } = assignment
  const { id, writtenBy } = message
  const { question, configuration: style } = inquiry
  const { answerer, checkClaims } = inquiry.writers
  const audienceNow = () => createAnswerAudience(hub, inquiry.listeners, id, follower)
  let audience = audienceNow()
  const tokens = createTokenStream((index, text) => audience.token(index, text))
  const controller = new AbortController()
  const { signal } = controller
  const outcome: Outcome = {
    citations: [],
    answered: null,
    unsupported: [],
    passagesSearched: 0,
    readiness: null,
    firstTokenMs: null,
    error: null,
    attempts: [],
    // Until the search is done: everything that it may use.
    readFrom: message.readFrom,
    documentsRead: message.documentsRead,
    retrieved: [],
    uses: [],
  }

  const aborted = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
  /** Searches and checks wait for models: ending the answer does not. */
  const unlessAborted = <Result>(work: Promise<Result>) => Promise.race([work, aborted])

  const find = () =>
    createFinding(parts, inquiry, {
      signal,
      onUse: (use) => outcome.uses.push(use),
      onReadiness: (readiness) => {
        outcome.readiness = readiness
      },
    })()

  const take = (event: AnswerEvent) => {
    switch (event.type) {
      case 'token': {
        outcome.firstTokenMs ??= Date.now() - askedAt
        const room = ANSWER_MAX - tokens.content().length
        tokens.push(cut(event.text, room))
        if (event.text.length <= room) return
        outcome.error = TOO_LONG
        return controller.abort()
      }
      case 'citations':
        outcome.citations = event.citations
        tokens.flush()
        return audience.citations(event.citations)
      case 'attempt':
        outcome.attempts.push(event.attempt)
        if (event.use) outcome.uses.push(event.use)
        return
      default:
        outcome.answered = event.answered
    }
  }

  /** A model's statements that no passage supports. The answer remains, checked or not. */
  const doubtsAbout = async ({
    hits,
    ...found
  }: Awaited<ReturnType<typeof find>>): Promise<MessageRow['unsupported']> => {
    const content = tokens.content()
    // A quotation is its own source, and a refusal claims nothing.
    const isRefusal = content.trim() === refusalOf({ ...found, question, hits, style })
    if (answerer.mode !== 'model' || isRefusal) return []
    try {
      const cited = outcome.citations.map(({ passage_id }) =>
        hits.find(({ passageId }) => passageId === passage_id),
      )
      const doubted = await checkSupport(content, hits, cited)
      if (doubted.length === 0 || !checkClaims) return doubted
      const claims = doubted.map(({ start, end }) => withoutMarkers(content.slice(start, end)))
      const { supported, use } = await checkClaims({ claims, hits, signal })
      if (use) outcome.uses.push(use)
      return supported ? doubted.filter((_, place) => !supported[place]) : doubted
    } catch (cause) {
      log.warn({ err: cause, messageId: id }, 'an answer was not checked')
      return []
    }
  }

  /** Documents may have been added or closed by the end of the wait: access is looked up again. */
  const waitFrom = async (readiness: Readiness) => {
    const { configuration, scope } = inquiry
    await documentsAwaited(readiness, {
      look: () => lookShared(configuration.knowledge_base_ids, scope.readerId),
      note: (now) => messages.noteAwaited(id, writtenBy, { readiness: now }),
      signal,
    })
    if (signal.aborted) return
    inquiry = await assignment.inquiryNow()
    audience = audienceNow()
    const { readFrom, documentsRead } = inquiry.scope
    Object.assign(outcome, { readFrom, documentsRead })
    await messages.noteAwaited(id, writtenBy, { readFrom, documentsRead })
  }

  const write = async () => {
    if (isResumed) audience.resumed(message)
    else audience.started(message)
    // A streamed answer stored with its readiness waits for the documents.
    if (message.readiness) await waitFrom(message.readiness)
    if (signal.aborted) return
    const { history, scope } = inquiry
    const found = await unlessAborted(find())
    if (!found || signal.aborted) return
    outcome.passagesSearched = found.searched
    outcome.retrieved = found.hits.map(({ documentId }) => documentId)
    outcome.readFrom = [
      ...new Set([...scope.history.readFrom, ...found.hits.map(({ knowledgeBaseId }) => knowledgeBaseId)]),
    ]
    outcome.documentsRead = [...new Set([...scope.history.documentsRead, ...outcome.retrieved])]
    const written = answerer.answer({ question, history, ...found, style, signal })
    for await (const event of written) {
      // Model usage counts even if no one wants the rest.
      if (!signal.aborted || event.type === 'attempt') take(event)
    }
    if (signal.aborted) return
    outcome.unsupported = (await unlessAborted(doubtsAbout(found))) ?? []
  }

  const store = (end: Parameters<MessagesRepository['end']>[2]) =>
    onceDatabaseIsBack(() => messages.end(id, writtenBy, end), isClosing)

  /**
   * Stores the end. If the database is unreachable the answer is kept here; its readers see it. If the database refuses
   * it, the answer has failed: as unfinished, it would block its conversation.
   */
  const keep = async (status: MessageRow['status']) => {
    const { retrieved: _, uses, ...columns } = outcome
    const asked = outcome.attempts.at(-1)
    const end = {
      ...columns,
      content: tokens.content(),
      status,
      totalMs: Date.now() - askedAt,
      ...(asked && { model: asked.model }),
      // A regenerated answer costs again.
      ...messages.addedUses(uses),
    }
    try {
      return await store(end)
    } catch (cause) {
      if (isDatabaseAway(cause)) throw cause
      log.error({ err: cause, messageId: id }, 'the end of an answer was refused')
      outcome.error = UNEXPECTED
      return store({ status: 'failed', error: UNEXPECTED })
    }
  }

  const record = async (answer: MessageRow | null) => {
    if (answer?.status !== 'complete') return
    const { retrieved } = outcome
    // Unreadable documents are not a gap.
    const answered = inquiry.scope.nothingReadable ? null : outcome.answered
    const cited = answered ? citedDocuments(answer) : new Set<string>()
    try {
      await records.write({ answer, question, answered, retrieved, cited })
    } catch (cause) {
      log.error({ err: cause, messageId: id }, 'an answer was not recorded')
    }
  }

  const keepPart = async () => {
    try {
      const isWanted = await messages.keep(id, writtenBy, tokens.content(), outcome.citations)
      if (!isWanted) controller.abort()
    } catch (cause) {
      log.warn({ err: cause }, 'a part of an answer was not kept')
    }
  }
  const keeper = setInterval(keepPart, KEEP_EVERY)

  /** The answer with its end; null if it is written elsewhere, or gone. */
  const run = async () => {
    try {
      await write()
    } catch (cause) {
      outcome.error = cause instanceof AnswerFailure ? cause.reason : UNEXPECTED
      log.warn({ err: cause, messageId: id }, 'an answer failed')
    }
    clearInterval(keeper)
    if (signal.reason === HANDED_OVER) {
      await messages.leave(id, writtenBy)
      return null
    }
    if (signal.reason === INTERRUPTED) outcome.error = INTERRUPTED
    tokens.flush()
    const row = await keep(outcome.error ? 'failed' : signal.aborted ? 'stopped' : 'complete')
    if (outcome.error && row) audience.failed(outcome.error)
    else if (row) audience.completed(row)
    return row
  }
  const done = run().catch((cause: unknown) => {
    clearInterval(keeper)
    log.error({ err: cause, messageId: id }, 'the end of an answer was not kept')
    return null
  })

  return {
    content: tokens.content,
    citations: () => outcome.citations,
    keep: keepPart,
    abort: (reason) => controller.abort(reason),
    done,
    recorded: done.then(record),
  }
}
