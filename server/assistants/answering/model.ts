import type { CodedText } from '../../../src/services/contract/coded-text.ts'
import type { ModelUse } from '../../kernel/db/schema/index.ts'
import { bodyOf } from '../../kernel/errors.ts'
import { measuredStream } from '../../kernel/telemetry/operations.ts'
import { say } from '../../kernel/texts/say.ts'
import { tokensIn } from '../../kernel/tokens.ts'
import { ChatModelError, type TokenUsage } from '../models/chat-model.ts'
import { type CircuitBreaker, createCircuitBreaker } from '../models/circuit-breaker.ts'
import { type ModelSource, useOf } from '../models/model-source.ts'
import { type AnswerEvent, type Answerer, AnswerFailure, type AnswerInput } from './answerer.ts'
import { fitting } from './budget.ts'
import { createCitations } from './citations.ts'
import { createMarkerFilter } from './markers.ts'
import { promptFor, refusalIn, rulesFor } from './prompt.ts'
import { refusalOf } from './refusal.ts'
import { createRepetitionWatch } from './repetition.ts'
import { createThinkingFilter } from './thinking.ts'
import { createVerdictFilter } from './verdict.ts'

/** Without a token for this long the answer has failed. */
export const STALL_LIMIT = 30_000

const failed = (said: CodedText, cause?: unknown) => new AnswerFailure(bodyOf(said), cause)

const explained = (error: unknown, of: ModelSource['of']): AnswerFailure => {
  if (error instanceof AnswerFailure) return error
  const status = error instanceof ChatModelError ? error.status : null
  if (status === null) return failed(say('model_unreachable'), error)
  if (status === 401 || status === 403) return failed(say('model_unauthorized', { of }), error)
  if (status === 429) return failed(say('model_busy'), error)
  if (status < 500) return failed(say('model_refused', { of }), error)
  return failed(say('model_failed'), error)
}

/** What says of a provider that the next question would wait for nothing, too. */
const OPENS_CIRCUIT = new Set([
  'model_unreachable',
  'model_stalled',
  'model_busy',
  'model_failed',
  'model_interrupted',
])

/** A router may say for a while that it waits for its model, and no longer: so many times the limit. */
const WORDLESS_MAX = 10

const stallWatch = (limit: number, onStall: () => void) => {
  let timer = setTimeout(onStall, limit)
  let since = performance.now()
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(onStall, limit)
  }
  return {
    alive() {
      since = performance.now()
      wait()
    },
    /** Bytes that are no part of the answer. */
    heard() {
      if (performance.now() - since < limit * WORDLESS_MAX) wait()
    },
    end: () => clearTimeout(timer),
  }
}

/** What an attempt has come to, as far as it went. */
type Meter = {
  usage: TokenUsage | null
  /** What was written, as it came. */
  written: string
  asked: string
  hasBegun: boolean
  hasCited: boolean
  /** Whether it answered, in the model's own word; null where it did not say. */
  verdict: boolean | null
  isCut: boolean
}

const newMeter = (): Meter => ({
  usage: null,
  written: '',
  asked: '',
  hasBegun: false,
  hasCited: false,
  verdict: null,
  isCut: false,
})

/** What the model says that it used; of an answer that broke off before it did, about as much. */
const usedIn = (source: ModelSource, { usage, asked, written }: Meter): ModelUse | null => {
  if (usage) return useOf(source, usage)
  if (written === '') return null
  return {
    ...useOf(source, { prompt: tokensIn(asked), completion: tokensIn(written) }),
    isEstimated: true,
  }
}

/** The words of one model. Throws an AnswerFailure. */
async function* wordsOf(
  { chat, of }: ModelSource,
  { question, history, hits: found, style, signal }: AnswerInput,
  meter: Meter,
  stallLimit: number,
): AsyncGenerator<AnswerEvent> {
  const hits = fitting(found)
  const citations = createCitations(hits)
  const markers = createMarkerFilter(citations.isGiven, citations.cite, style.show_citations)
  const thoughts = createThinkingFilter()
  const verdicts = createVerdictFilter()
  const repeats = createRepetitionWatch({
    rules: rulesFor(question, hits, style),
    owner: style.system_prompt,
    refusal: refusalIn(question, hits, style),
  })
  /** Blanks before the first word are no answer. */
  const shown = (text: string): AnswerEvent[] => {
    const token = meter.hasBegun ? text : text.trimStart()
    if (token === '') return []
    meter.hasBegun = true
    return [{ type: 'token', text: token }]
  }
  const mayShow = (cited: number) => style.show_citations && citations.known().length > cited
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
    meter.asked = messages.map(({ content }) => content).join('\n')
    const stream = chat.stream({
      messages,
      temperature: style.temperature,
      ...(style.answer_tokens_max > 0 && { tokensMax: style.answer_tokens_max }),
      signal: stop.signal,
      onBytes: watch.heard,
    })
    let finished = false
    let cited = 0
    for await (const part of stream) {
      watch.alive()
      if (part.type === 'end') {
        finished = true
        meter.isCut = part.isCut
        if (part.isWithheld) throw failed(say('model_withheld'))
      }
      if (part.type === 'usage') meter.usage = part.usage
      if (part.type !== 'text') continue
      meter.written += part.text
      const text = markers.push(verdicts.push(thoughts.push(part.text)))
      if (repeats(text)) throw failed(say('model_repeats'))
      yield* shown(text)
      if (mayShow(cited)) yield { type: 'citations', citations: citations.known() }
      cited = citations.known().length
    }
    if (signal.aborted) return
    if (stalled) throw failed(say('model_stalled'))
    const rest = markers.push(verdicts.push(thoughts.end()) + verdicts.end()) + markers.end()
    yield* shown(rest)
    if (mayShow(cited)) yield { type: 'citations', citations: citations.known() }
    if (!finished) throw failed(say('model_interrupted'))
    if (!meter.hasBegun) throw failed(say('model_empty'))
    meter.hasCited = citations.known().length > 0
    meter.verdict = verdicts.verdict()
  } catch (error) {
    if (signal.aborted) return
    if (stalled) throw failed(say('model_stalled'), error)
    throw explained(error, of)
  } finally {
    watch.end()
    signal.removeEventListener('abort', abort)
    stop.abort()
  }
}

type Options = { stallLimit?: number; breaker?: CircuitBreaker }

/**
 * Writes answers from the given passages with language models: the first of `sources`, and the next one when a model
 * fails before its first word. The last one is always tried.
 */
export const createModelAnswerer = (
  sources: readonly [ModelSource, ...ModelSource[]],
  { stallLimit = STALL_LIMIT, breaker = createCircuitBreaker() }: Options = {},
): Answerer => {
  const ended = (source: ModelSource, failed: string | null, meter: Meter | null): AnswerEvent => ({
    type: 'attempt',
    attempt: {
      model: source.chat.model,
      provider: source.provider,
      failed,
      ...(meter?.isCut && { isCut: true }),
    },
    use: meter && usedIn(source, meter),
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
        const meter = newMeter()
        try {
          const attributes = { model: source.chat.model, passages: hits.length }
          yield* measuredStream('model.answer', attributes, () => wordsOf(source, asked, meter, stallLimit))
          if (!signal.aborted) breaker.succeeded(source.circuit)
          yield ended(source, null, meter)
          if (signal.aborted) return
          yield { type: 'done', answered: meter.verdict ?? meter.hasCited }
          return
        } catch (error) {
          if (!(error instanceof AnswerFailure)) throw error
          const { code } = error.reason
          if (meter.hasBegun) breaker.succeeded(source.circuit)
          else if (OPENS_CIRCUIT.has(code)) breaker.failed(source.circuit)
          yield ended(source, code, meter)
          if (isLast || meter.hasBegun) throw error
        }
      }
    },
  }
}
