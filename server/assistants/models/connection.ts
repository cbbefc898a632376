import type { ModelProtocol } from '../../../src/services/contract/models.ts'
import { invalid, type Refusal, refusal } from '../../kernel/errors.ts'
import { FetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import { say } from '../../kernel/texts/say.ts'
import { BUSY, ChatModelError } from './chat-model.ts'
import { createChatModel } from './create-model.ts'
import { greet } from './greeting.ts'

const seconds = 20
const PATIENCE = seconds * 1_000 // ms
const CAUSES_MAX = 5

const PROTOCOL_NAMES: Readonly<Record<ModelProtocol, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  ollama: 'Ollama',
}

type Connection = {
  protocol: ModelProtocol
  baseUrl: string
  apiKey: string
  fetch: typeof globalThis.fetch
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (/Timeout/.test(error.name) || /timed? ?out|in time/i.test(error.message))

/** The causes of a client's error, the closest first. */
const causesOf = (error: unknown) => {
  const causes: unknown[] = []
  for (let cause = error; cause && causes.length < CAUSES_MAX; cause = (cause as Error).cause)
    causes.push(cause)
  return causes
}

/** Names what was refused: the key, the address, or the model. `model` is null if none was called. */
function refusalOf(error: unknown, { protocol }: Connection, model: string | null): Refusal {
  if (!(error instanceof ChatModelError)) throw error
  const { status, said, isOutOfCredit } = error
  if (status === null) {
    const causes = causesOf(error.cause)
    const guarded = causes.find((cause) => cause instanceof FetchFailure)
    if (guarded) return invalid({ base_url: guarded.said })
    if (causes.some(isTimeout)) return invalid({ base_url: say('no_answer_in_time', { seconds }) })
    return invalid({ base_url: say('other_protocol', { protocol: PROTOCOL_NAMES[protocol] }) })
  }
  if (status === 401 || status === 403) return invalid({ api_key: say('key_refused') })
  if (isOutOfCredit || BUSY.has(status)) return refusal('provider_busy')
  if (status >= 500) return refusal('provider_failed', { status })
  if (model !== null && (status !== 404 || said.includes(model)))
    return invalid({ models: say('model_refused_there', { model, status }) })
  return invalid({ base_url: say('no_such_answer', { status }) })
}

/** Clients limit the time until the first byte; this also limits a slow stream. */
const signalFor = () => AbortSignal.timeout(PATIENCE)

/**
 * Asks each model for one word, all at once: the slowest determines the wait.
 * @throws Refusal 422 that names what was refused
 */
export async function tryModels(connection: Connection, models: readonly string[]): Promise<void> {
  const signal = signalFor()
  await Promise.all(
    models.map(async (model) => {
      try {
        await greet({ ...connection, model, timeout: PATIENCE }, signal)
      } catch (error) {
        throw refusalOf(error, connection, model)
      }
    }),
  )
}

/**
 * A provider's models, by name.
 * @throws Refusal 422 that names what was refused
 */
export async function availableModels(connection: Connection): Promise<string[]> {
  const chat = await createChatModel({ ...connection, model: '', timeout: PATIENCE })
  try {
    return (await chat.available(signalFor())).toSorted((a, b) => a.localeCompare(b, 'en'))
  } catch (error) {
    throw refusalOf(error, connection, null)
  }
}
