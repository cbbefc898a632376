import type { CodedText } from '../../../src/services/contract/coded-text.ts'
import type { ModelUse } from '../../kernel/db/schema/index.ts'
import { bodyOf } from '../../kernel/errors.ts'
import { measuredStream } from '../../kernel/telemetry/operations.ts'
import { say } from '../../kernel/texts/say.ts'
import { BUSY, ChatModelError, type TokenUsage } from '../models/chat-model.ts'
import { type CircuitBreaker, createCircuitBreaker } from '../models/circuit-breaker.ts'
import { type ModelSource, type ModelSources, useOf } from '../models/model-source.ts'
import { tokensIn, withinTokenBudget } from '../models/token-count.ts'
import { createAnsweredTagFilter } from './answered-tag.ts'
import { type AnswerEvent, type Answerer, AnswerFailure, type AnswerInput } from './answerer.ts'
import { createCitations } from './citations.ts'
import { createMarkerFilter } from './markers.ts'
import { promptFor, refusalTextFor, rulesFor } from './prompt.ts'
import { createPromptLeakDetector } from './prompt-leak.ts'
import { refusalOf } from './refusal.ts'
import { createThinkingFilter, UnopenedThoughts } from './thinking.ts'

/** An answer fails if no token arrives for this long, in ms. */
const STALL_LIMIT = 30_000

const failed = (reason: CodedText, cause?: unknown) => new AnswerFailure(bodyOf(reason), cause)

const toAnswerFailure = (error: unknown, of: ModelSource['of']): AnswerFailure => {
  if (error instanceof AnswerFailure) return error
  if (error instanceof UnopenedThoughts) return failed(say('model_thinks_aloud', { of }), error)
  if (!(error instanceof ChatModelError) || error.status === null)
    return failed(say('model_unreachable'), error)
  const { status, code, isOutOfCredit } = error
  if (status === 401 || status === 403) return failed(say('model_unauthorized', { of }), error)
  if (code === 'content_filter') return failed(say('model_withheld'), error)
  if (isOutOfCredit) return failed(say('model_out_of_credit', { of }), error)
  if (BUSY.has(status)) return failed(say('model_busy'), error)
  if (status < 500) return failed(say('model_refused', { of }), error)
  return failed(say('model_failed'), error)
}

/** Failures after which the next question should not wait for the same provider. */
const OPENS_CIRCUIT = new Set([
  'model_unreachable',
  'model_stalled',
  'model_busy',
  'model_out_of_credit',
  'model_failed',
  'model_interrupted',
])

/** Thoughts, and keep-alive bytes of a router, extend the stall limit at most to this multiple of it. */
const KEEP_ALIVE_FACTOR_MAX = 10

/** Text that is not shown counts as well: endless thoughts would fill the memory. */
const COMPLETION_MAX = 300_000 // characters

const stallWatch = (limit: number, onStall: () => void) => {
  let timer = setTimeout(onStall, limit)
  let shownAt = performance.now()
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(onStall, Math.min(limit, shownAt + limit * KEEP_ALIVE_FACTOR_MAX - performance.now()))
  }
  return {
    /** For anything received, even bytes outside of the answer. */
    received: restart,
    showed() {
      shownAt = performance.now()
      restart()
    },
    end: () => clearTimeout(timer),
  }
}

/** State of one attempt, also after a failure. */
type Attempt = {
  usage: TokenUsage | null
  /** Raw output of the model. */
  completion: string
  prompt: string
  hasBegun: boolean
  hasCited: boolean
  /** Whether the model reported an answer; null if it reported nothing. */
  isAnswered: boolean | null
  isCut: boolean
}

const newAttempt = (): Attempt => ({
  usage: null,
  completion: '',
  prompt: '',
  hasBegun: false,
  hasCited: false,
  isAnswered: null,
  isCut: false,
})

/** Token usage as reported by the model, or an estimate if the stream broke off before the report. */
const usageOf = (source: ModelSource, { usage, prompt, completion }: Attempt): ModelUse | null => {
  if (usage) return useOf(source, usage)
  if (completion === '') return null
  return {
    ...useOf(source, { prompt: tokensIn(prompt), completion: tokensIn(completion) }),
    isEstimated: true,
  }
}

/** `thinkers`: models whose answers are held until their thoughts end, as the prompt opens these. */
type Options = { stallLimit?: number; breaker?: CircuitBreaker; thinkers?: WeakSet<ModelSource> }

/** Streams the answer of one model. Throws an AnswerFailure. */
async function* streamAnswer(
  source: ModelSource,
  { question, history, hits: found, style, signal }: AnswerInput,
  attempt: Attempt,
  { stallLimit, thinkers }: Required<Pick<Options, 'stallLimit' | 'thinkers'>>,
): AsyncGenerator<AnswerEvent> {
  const { chat, of } = source
  const hits = withinTokenBudget(found)
  const citations = createCitations(hits)
  const markers = createMarkerFilter(citations.isGiven, citations.cite, style.show_citations)
  const thoughts = createThinkingFilter({ startsThinking: thinkers.has(source) })
  const answeredTag = createAnsweredTagFilter()
  const leaksPrompt = createPromptLeakDetector({
    rules: rulesFor(question, hits, style),
    instructions: style.system_prompt,
    refusal: refusalTextFor(question, hits, style),
  })
  /** Leading whitespace does not begin an answer. */
  const shown = (text: string): AnswerEvent[] => {
    const token = attempt.hasBegun ? text : text.trimStart()
    if (token === '') return []
    attempt.hasBegun = true
    watch.showed()
    return [{ type: 'token', text: token }]
  }
  let cited = 0
  function* released(text: string): Generator<AnswerEvent> {
    if (leaksPrompt(text)) throw failed(say('model_repeats'))
    yield* shown(text)
    const known = citations.known()
    if (style.show_citations && known.length > cited) yield { type: 'citations', citations: known }
    cited = known.length
  }
  const stop = new AbortController()
  let stalled = false
  const watch = stallWatch(stallLimit, () => {
    stalled = true
    stop.abort()
  })
  const abort = () => stop.abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    const messages = promptFor(question, history, hits, style)
    attempt.prompt = messages.map(({ content }) => content).join('\n')
    const stream = chat.stream({
      messages,
      temperature: style.temperature,
      ...(style.answer_tokens_max > 0 && { tokensMax: style.answer_tokens_max }),
      signal: stop.signal,
      onBytes: watch.received,
    })
    let finished = false
    for await (const part of stream) {
      watch.received()
      if (part.type === 'end') {
        finished = true
        attempt.isCut = part.isCut
        if (part.isWithheld) throw failed(say('model_withheld'))
      }
      if (part.type === 'usage') attempt.usage = part.usage
      if (part.type !== 'text') continue
      attempt.completion += part.text
      if (attempt.completion.length > COMPLETION_MAX) throw failed(say('model_stalled'))
      yield* released(markers.push(answeredTag.push(thoughts.push(part.text))))
    }
    if (signal.aborted) return
    if (stalled) throw failed(say('model_stalled'))
    const isWhole = finished && !attempt.isCut
    if (isWhole && thoughts.isHeld()) thinkers.delete(source)
    const rest = answeredTag.push(thoughts.end(isWhole)) + answeredTag.end()
    yield* released(markers.push(rest) + markers.end())
    if (!finished) throw failed(say('model_interrupted'))
    if (!attempt.hasBegun) throw failed(say('model_empty'))
    attempt.hasCited = citations.known().length > 0
    attempt.isAnswered = answeredTag.isAnswered()
  } catch (error) {
    if (signal.aborted) return
    if (stalled) throw failed(say('model_stalled'), error)
    if (error instanceof UnopenedThoughts) thinkers.add(source)
    throw toAnswerFailure(error, of)
  } finally {
    watch.end()
    signal.removeEventListener('abort', abort)
    stop.abort()
  }
}

/**
 * Writes answers from the given passages with the first language model of `sources`, and falls back to the next one if
 * a model fails before its first token. The last one is tried even if its circuit is open.
 */
export const createModelAnswerer = (
  sources: ModelSources,
  { stallLimit = STALL_LIMIT, breaker = createCircuitBreaker(), thinkers = new WeakSet() }: Options = {},
): Answerer => {
  const ended = (source: ModelSource, failed: string | null, attempt: Attempt | null): AnswerEvent => ({
    type: 'attempt',
    attempt: {
      model: source.chat.model,
      provider: source.provider,
      failed,
      ...(attempt?.isCut && { isCut: true }),
    },
    use: attempt && usageOf(source, attempt),
  })

  return {
    mode: 'model',
    model: sources[0].chat.model,
    async *answer(asked) {
      const { hits, style, signal } = asked
      if (hits.length === 0 && style.answer_policy === 'documents_only') {
        yield { type: 'token', text: refusalOf(asked) }
        yield { type: 'done', answered: false }
        return
      }
      for (const source of sources) {
        const isLast = source === sources.at(-1)
        if (!isLast && !breaker.mayAsk(source.circuit)) {
          yield ended(source, 'model_passed_over', null)
          continue
        }
        const attempt = newAttempt()
        try {
          const attributes = { model: source.chat.model, passages: hits.length }
          yield* measuredStream('model.answer', attributes, () =>
            streamAnswer(source, asked, attempt, { stallLimit, thinkers }),
          )
          if (!signal.aborted) breaker.succeeded(source.circuit)
          yield ended(source, null, attempt)
          if (signal.aborted) return
          yield { type: 'done', answered: attempt.isAnswered ?? attempt.hasCited }
          return
        } catch (error) {
          if (!(error instanceof AnswerFailure)) throw error
          const { code } = error.reason
          if (attempt.hasBegun) breaker.succeeded(source.circuit)
          else if (OPENS_CIRCUIT.has(code)) breaker.failed(source.circuit)
          yield ended(source, code, attempt)
          if (isLast || attempt.hasBegun) throw error
        }
      }
    },
  }
}
