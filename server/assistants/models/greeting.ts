import { ChatModelError, type ChatModelOptions } from './chat-model.ts'
import { createChatModel } from './create-model.ts'

/** Enough for one word, even of a model that reasons first. */
const TOKENS_MAX = 1_024
/** What OpenAI says if the thoughts alone reach the limit. */
const LIMIT_REACHED = 'model output limit was reached'

/** Asks a model for one word. @throws ChatModelError if it would not answer a question either */
export async function greet(options: ChatModelOptions, signal: AbortSignal): Promise<void> {
  const chat = await createChatModel(options)
  try {
    await chat.complete({
      messages: [{ role: 'user', content: 'Say yes.' }],
      temperature: 0,
      tokensMax: TOKENS_MAX,
      signal,
    })
  } catch (error) {
    if (!(error instanceof ChatModelError && error.said.includes(LIMIT_REACHED))) throw error
  }
}
