/** The model that the package includes. */
export const EMBEDDED_MODEL = { model: 'universal-sentence-encoder-lite', dimensions: 512 }

/**
 * One array per part of a passage, with one value per token of the question: its similarity to the most similar token of
 * the part, in standard deviations above unrelated texts.
 */
export type Matches = Float32Array[]

/** Turns texts into unit vectors. Texts with the urgency `now` go before all that wait `inTurn`. */
export type Embedder = {
  readonly model: string
  /** ISO 639-3 codes of the supported languages; null for all. */
  readonly languages: string[] | null
  /** Passages are embedded in parts of about this many characters; whole if not set. */
  readonly partLength?: number
  /** Null until a remote model has answered once. */
  dimensions(): number | null
  /** Some models need different prefixes for questions and passages. Returns one vector per text, in order. */
  embed(texts: string[], urgency: 'now' | 'inTurn', as?: 'question' | 'passage'): Promise<Float32Array[]>
  /** Compares parts of passages with a question by token; only for models with token vectors. */
  match?(question: string, passages: string[][]): Promise<Matches[]>
  close(): Promise<void>
}

/** The model could not be asked, or not now: the texts are not the cause, and the same call may succeed later. */
export class EmbedderUnavailable extends Error {
  constructor(cause: unknown) {
    super('the embedding model is unavailable', { cause })
    this.name = 'EmbedderUnavailable'
  }
}

/** The model does not take these texts, for example because they are too long for it; it takes others. */
export class TextsRefused extends Error {
  constructor(cause: unknown) {
    super('the embedding model refused the texts', { cause })
    this.name = 'TextsRefused'
  }
}

export const normalised = (vector: Float32Array) => {
  let sum = 0
  for (const value of vector) sum += value * value
  const length = Math.sqrt(sum) || 1
  return vector.map((value) => value / length)
}

/** The text to embed for a passage. Title and headings add context. */
export const embeddedText = (title: string, headingPath: string[], content: string) =>
  [...new Set([title, ...headingPath]), content].filter((part) => part !== '').join('\n')
