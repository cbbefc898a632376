/** The model that is inside of the package. */
export const EMBEDDED_MODEL = { model: 'universal-sentence-encoder-lite', dimensions: 512 }

/**
 * Of each part of a passage: how near the nearest of its tokens is to each token of a question, in deviations above what
 * chance gives the tokens that it matches least.
 */
export type Matches = Float32Array[]

/** Turns texts into vectors of length 1. `now` goes ahead of everything that waits `inTurn`. */
export type Embedder = {
  readonly model: string
  /** ISO 639-3 codes of the languages that it was made for; null where it takes any. */
  readonly languages: string[] | null
  /** It tells short texts better apart: passages are embedded in parts of about so many characters; else whole. */
  readonly partLength?: number
  /** Null until an outside model has answered once. */
  dimensions(): number | null
  /** Some models read questions in another way than what answers them. */
  embed(texts: string[], urgency: 'now' | 'inTurn', as?: 'question' | 'passage'): Promise<Float32Array[]>
  /** Where the vectors of tokens are known: how near the parts of passages are to a question. */
  match?(question: string, passages: string[][]): Promise<Matches[]>
  close(): Promise<void>
}

export const normalised = (vector: Float32Array) => {
  let sum = 0
  for (const value of vector) sum += value * value
  const length = Math.sqrt(sum) || 1
  return vector.map((value) => value / length)
}

/** What is embedded of a passage: what stands above it says what it is about. */
export const embeddedText = (title: string, headingPath: string[], content: string) =>
  [...new Set([title, ...headingPath]), content].filter((part) => part !== '').join('\n')
