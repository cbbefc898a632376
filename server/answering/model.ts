import type { Citation } from '../../src/services/contract/conversations.ts'
import { type ChatModel, ChatModelError } from '../models/chat-model.ts'
import type { Hit } from '../retrieval/search.ts'
import { type Answerer, AnswerFailure, citationOf } from './answerer.ts'
import { createMarkerFilter } from './markers.ts'
import { promptFor } from './prompt.ts'
import { refusalOf } from './refusal.ts'
import { statementsOf } from './statements.ts'
import { meaningfulWords, overlap } from './words.ts'

/** Without a token for this long the answer has failed. */
export const STALL_LIMIT = 30_000
const CLAIM_LENGTH = 300

const failed = (code: string, detail: string, cause?: unknown) => new AnswerFailure({ code, detail }, cause)

const explained = (error: unknown): AnswerFailure => {
  if (error instanceof AnswerFailure) return error
  const status = error instanceof ChatModelError ? error.status : null
  if (status === null)
    return failed('model_unreachable', 'The connection to the language model broke off. Try again.', error)
  if (status === 401 || status === 403)
    return failed('model_unauthorized', 'The language model refused our key. Tell your operator.', error)
  if (status === 429)
    return failed('model_busy', 'The language model has too much to do. Wait a moment and try again.', error)
  if (status < 500)
    return failed(
      'model_refused',
      'The language model did not accept the request. Tell your operator.',
      error,
    )
  return failed('model_failed', 'The language model failed. Try again.', error)
}

/** The sentence of a passage that says most of what the answer just claimed. */
const quoteFor = (hit: Hit, before: string) => {
  const claim = meaningfulWords(
    before
      .slice(-CLAIM_LENGTH)
      .split(/(?<=[.!?])\s+(?=\S)|\n/)
      .at(-1) ?? '',
  )
  const best = statementsOf(hit.content)
    .map(({ quote, text }) => ({ quote, shared: overlap(claim, text) }))
    .sort((a, b) => b.shared - a.shared)[0]
  return best && best.shared > 0 ? best.quote : hit.content
}

const stallWatch = (limit: number, onStall: () => void) => {
  let timer = setTimeout(onStall, limit)
  return {
    alive() {
      clearTimeout(timer)
      timer = setTimeout(onStall, limit)
    },
    end: () => clearTimeout(timer),
  }
}

/** A language model that writes from the passages it is given. */
export const createModelAnswerer = (chat: ChatModel, { stallLimit = STALL_LIMIT } = {}): Answerer => {
  return {
    mode: 'model',
    model: chat.model,
    async *answer({ question, history, hits, style, signal, ...found }) {
      if (hits.length === 0 && style.answer_policy === 'documents_only') {
        yield { type: 'token', text: refusalOf({ ...found, question, hits, style }) }
        yield { type: 'done', answered: false }
        return
      }
      const citations = new Map<number, Citation>()
      const markers = createMarkerFilter(
        (n) => hits[n - 1] !== undefined,
        (n, before) => {
          const hit = hits[n - 1]
          if (hit && !citations.has(n)) citations.set(n, citationOf(n, hit, quoteFor(hit, before)))
        },
        style.show_citations,
      )
      const mayShow = (cited: number) => style.show_citations && citations.size > cited
      const known = () => [...citations.values()].sort((a, b) => a.n - b.n)
      const stop = new AbortController()
      let stalled = false
      const watch = stallWatch(stallLimit, () => {
        stalled = true
        stop.abort()
      })
      const abort = () => stop.abort()
      signal.addEventListener('abort', abort, { once: true })
      try {
        const stream = chat.stream({
          messages: promptFor(question, history, hits, style),
          temperature: style.temperature,
          signal: stop.signal,
        })
        let finished = false
        let cited = 0
        for await (const part of stream) {
          watch.alive()
          if (part.type === 'end') finished = true
          if (part.type === 'usage')
            yield {
              type: 'usage',
              promptTokens: part.usage.prompt,
              completionTokens: part.usage.completion,
            }
          if (part.type !== 'text') continue
          const text = markers.push(part.text)
          if (text !== '') yield { type: 'token', text }
          if (mayShow(cited)) yield { type: 'citations', citations: known() }
          cited = citations.size
        }
        if (signal.aborted) return
        if (stalled) throw failed('model_stalled', 'The language model stopped answering. Try again.')
        const rest = markers.end()
        if (rest !== '') yield { type: 'token', text: rest }
        if (mayShow(cited)) yield { type: 'citations', citations: known() }
        if (!finished) throw failed('model_interrupted', 'The answer broke off before its end. Try again.')
        yield { type: 'done', answered: citations.size > 0 }
      } catch (error) {
        if (signal.aborted) return
        if (stalled) throw failed('model_stalled', 'The language model stopped answering. Try again.', error)
        throw explained(error)
      } finally {
        watch.end()
        signal.removeEventListener('abort', abort)
        stop.abort()
      }
    },
  }
}
