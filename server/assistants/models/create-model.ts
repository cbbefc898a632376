import type { ModelProtocol } from '../../kernel/config/models.ts'
import type { ChatModel, ChatModelOptions } from './chat-model.ts'

/** Clients by protocol, loaded on first use. */
const CLIENTS: Record<ModelProtocol, () => Promise<(options: ChatModelOptions) => ChatModel>> = {
  openai: async () => (await import('./openai.ts')).createOpenAIModel,
  anthropic: async () => (await import('./anthropic.ts')).createAnthropicModel,
  ollama: async () => (await import('./ollama.ts')).createOllamaModel,
}

/** A language model at an address. */
export const createChatModel = async (options: ChatModelOptions): Promise<ChatModel> =>
  (await CLIENTS[options.protocol]())(options)
