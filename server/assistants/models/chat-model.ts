import { setImmediate } from 'node:timers/promises'
import type { ChatEndpoint } from '../../kernel/config/models.ts'

type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string }

export type TokenUsage = { prompt: number; completion: number }

type ReportedUsage = Record<keyof TokenUsage, number | null | undefined>

const isCount = (count: number | null | undefined): count is number =>
  Number.isSafeInteger(count) && count! >= 0

/** Null if it cannot be counted: gateways leave numbers out, or report fractions. */
export const countable = ({ prompt, completion }: ReportedUsage): TokenUsage | null =>
  isCount(prompt) && isCount(completion) ? { prompt, completion } : null

/** A model's text without null bytes, which PostgreSQL does not store. */
export const withoutNulls = (text: string) => text.replaceAll('\0', '')

/** `tokensMax`: of the answer; by default unlimited. */
export type ChatRequest = {
  messages: readonly ChatMessage[]
  temperature: number
  tokensMax?: number
  signal: AbortSignal
  /** Called for all received bytes, even those outside the answer, such as a waiting router's comments. */
  onBytes?: () => void
}

/**
 * `end` comes once, when the model reports its end; `isCut`: it reached the token limit; `isWithheld`: a
 * provider's filter, or the model itself, withheld the rest.
 */
export type ChatPart =
  | { type: 'text'; text: string }
  | { type: 'usage'; usage: TokenUsage | null }
  | { type: 'end'; isCut: boolean; isWithheld?: boolean }

const CUT = new Set(['length', 'model_length', 'max_tokens', 'model_context_window_exceeded'])
const WITHHELD = new Set(['content_filter', 'refusal'])
/** Reasons of DeepSeek, Mistral, OpenRouter, vLLM and SGLang for breaking an answer off. */
const BROKEN_OFF = new Set(['error', 'abort', 'insufficient_system_resource'])

/** The end that a reason reports, whatever the protocol; none if the answer broke off, as if the stream had. */
export const endFor = (reason: string | null | undefined): ChatPart[] =>
  !reason || BROKEN_OFF.has(reason)
    ? []
    : [{ type: 'end', isCut: CUT.has(reason), ...(WITHHELD.has(reason) && { isWithheld: true }) }]

/** A language model of any protocol. All methods throw a ChatModelError. */
export type ChatModel = {
  readonly model: string
  stream(request: ChatRequest): AsyncIterable<ChatPart>
  complete(request: ChatRequest): Promise<{ text: string; usage: TokenUsage | null }>
  /** Names of the models that its server lists. */
  available(signal: AbortSignal): Promise<string[]>
}

/** Without digits and spaces, a code can be neither a key nor a question, and is logged. */
const CODE = /^[A-Za-z_.]{1,60}$/

type Refused = { said?: string; code?: unknown; cause?: unknown }

/**
 * `status` is that of the response, or null without a readable one. The provider's message is used only for
 * decisions: it may contain the key or the question, so it is neither logged nor shown.
 */
export class ChatModelError extends Error {
  override readonly name = 'ChatModelError'
  readonly status: number | null
  readonly said: string
  readonly code: string | null
  constructor(status: number | null, { said = '', code: given, cause }: Refused = {}) {
    const code = typeof given === 'string' && CODE.test(given) ? given : null
    const refusal = `the model refused with ${status}${code === null ? '' : ` (${code})`}`
    super(status === null ? 'the model was not reached' : refusal, { cause })
    this.status = status
    this.said = said
    this.code = code
  }

  /** Waiting does not help: the account at the provider has reached a limit, or its credit is used up. */
  get isOutOfCredit() {
    return (
      this.status === 402 ||
      this.code === 'insufficient_quota' ||
      // Anthropic refuses the request, as if it were faulty.
      this.said.includes('credit balance is too low')
    )
  }
}

/** Statuses of a provider that has too much to do; the second is Anthropic's. */
export const BUSY: ReadonlySet<number> = new Set([429, 529])

export type ChatModelOptions = ChatEndpoint & {
  /** ms until the first byte of an answer. */
  timeout: number
  /** For addresses entered by people, one that refuses private networks. */
  fetch?: typeof globalThis.fetch
}

/** A `fetch` that reports each chunk of an answer; a refusal is read whole. */
export const observedFetch =
  (fetch: typeof globalThis.fetch, onBytes: () => void): typeof globalThis.fetch =>
  async (...request) => {
    const response = await fetch(...request)
    if (!response.ok) return response
    const heard = new TransformStream({
      transform(chunk, controller) {
        onBytes()
        controller.enqueue(chunk)
      },
    })
    return new Response(response.body?.pipeThrough(heard) ?? null, response)
  }

/** A call with one response: converts the library's errors, and unexpected bodies, to ours. */
export async function withError<Answer>(
  ask: () => Promise<Answer>,
  errorOf: (error: unknown) => ChatModelError,
): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    throw errorOf(error)
  }
}

/** Maximum time of processing a provider's events without yielding, in ms. */
const TURN = 10

/**
 * Common to all protocols: converts the library's errors to ours, and keeps a provider that sends a million
 * tiny events from blocking the server.
 */
export async function* withErrors<Part>(
  parts: () => AsyncIterable<Part>,
  errorOf: (error: unknown) => ChatModelError,
): AsyncGenerator<Part> {
  try {
    let since = performance.now()
    for await (const part of parts()) {
      yield part
      if (performance.now() - since < TURN) continue
      await setImmediate()
      since = performance.now()
    }
  } catch (error) {
    throw errorOf(error)
  }
}
