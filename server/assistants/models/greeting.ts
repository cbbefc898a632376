import { ChatModelError, type ChatModelOptions } from './chat-model.ts'
import { createChatModel } from './create-model.ts'

/** Enough for one word, even of a model that reasons first. */
const TOKENS_MAX = 1_024
/** Part of OpenAI's refusal if the thoughts alone reach the limit. */
const LIMIT_REACHED = 'model output limit was reached'

/**
 * Asks a model for one word, as answers ask: some models answer only without a stream. Thoughts may last until
 * `signal` ends them: answers wait longer.
 * @throws ChatModelError if it would not answer a question either
 */
export async function greet(options: ChatModelOptions, signal: AbortSignal): Promise<void> {
  const chat = await createChatModel(options)
  const asked = {
    messages: [{ role: 'user' as const, content: 'Say yes.' }],
    temperature: 0,
    tokensMax: TOKENS_MAX,
    signal,
  }
  let isThinking = false
  try {
    for await (const part of chat.stream(asked)) {
      if (part.type === 'end' || (part.type === 'text' && part.text !== '')) return
      isThinking = true
    }
  } catch (error) {
    if (error instanceof ChatModelError && error.said.includes(LIMIT_REACHED)) return
    if (!signal.aborted) throw error
  }
  // Some clients end an aborted stream without an error.
  if (!isThinking || !signal.aborted) throw new ChatModelError(null, { cause: signal.reason })
}
