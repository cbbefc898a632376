import type { ModelKind, ModelUsage } from '../../kernel/config/local-models.ts'

/** A model on the Hugging Face hub. */
type KnownModel = {
  usage: ModelUsage
  repository: string
  revision: string
  size: string
  does: string
}

const EMBEDDING = { kind: 'embedding', pooling: 'mean', tokensMax: 512 } as const
const E5 = { questionPrefix: 'query: ', passagePrefix: 'passage: ' }
const PLAIN = { questionPrefix: '', passagePrefix: '' }

export const KNOWN_MODELS: Readonly<Record<string, KnownModel>> = {
  'multilingual-e5-small': {
    usage: { ...EMBEDDING, ...E5, languages: null },
    repository: 'Xenova/multilingual-e5-small',
    revision: 'main',
    size: '118 MB',
    does: 'compares meanings in about a hundred languages, also across them',
  },
  'e5-small-v2': {
    usage: { ...EMBEDDING, ...E5, languages: ['eng'] },
    repository: 'Xenova/e5-small-v2',
    revision: 'main',
    size: '34 MB',
    does: 'compares meanings in English',
  },
  'ms-marco-MiniLM-L-6-v2': {
    usage: { ...PLAIN, kind: 'reranker', pooling: 'first', tokensMax: 512, languages: ['eng'] },
    repository: 'Xenova/ms-marco-MiniLM-L-6-v2',
    revision: 'main',
    size: '23 MB',
    does: 'orders passages by how well they answer a question, in English',
  },
}

/** How to use a model. Unlisted models are used as most sentence models of their kind are. */
export const usageOf = (name: string, kind: ModelKind): ModelUsage =>
  KNOWN_MODELS[name]?.usage ?? {
    ...EMBEDDING,
    ...(/\be5\b/i.test(name) ? E5 : PLAIN),
    kind,
    languages: null,
  }
