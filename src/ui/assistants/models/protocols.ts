import type { ModelProtocol } from '../../../services/contract/models.ts'

/** Product names, the same in every language. */
export const PROTOCOLS: Readonly<Record<ModelProtocol, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  ollama: 'Ollama',
}
