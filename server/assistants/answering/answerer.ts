import type { ApiError } from '../../../src/services/contract/common.ts'
import type {
  AnswerMode,
  Citation,
  ModelAttempt,
  Readiness,
} from '../../../src/services/contract/conversations.ts'
import type { Configuration } from '../../../src/services/contract/integrations.ts'
import type { ModelUse } from '../../kernel/db/schema/index.ts'
import type { Hit } from '../../knowledge/retrieval/hit.ts'
import type { QuestionWord } from '../../knowledge/retrieval/index/question-words.ts'

/** `isCut`: the answer ended at its maximum length. */
type EndedAttempt = ModelAttempt & { isCut?: boolean }

/**
 * `citations` contains all citations so far. `attempt` follows the end of each call to a model. `done` is the last
 * event.
 */
export type AnswerEvent =
  | { type: 'token'; text: string }
  | { type: 'citations'; citations: Citation[] }
  | { type: 'attempt'; attempt: EndedAttempt; use: ModelUse | null }
  | { type: 'done'; answered: boolean }

export type Turn = { question: string; answer: string }

export type AnswerStyle = Pick<
  Configuration,
  | 'system_prompt'
  | 'answer_policy'
  | 'refusal_message'
  | 'show_citations'
  | 'language'
  | 'temperature'
  | 'answer_tokens_max'
>

export type AnswerInput = {
  question: string
  /** Oldest first. */
  history: Turn[]
  hits: Hit[]
  /** Number of passages that were searched. */
  searched: number
  /** Set while documents are still being indexed. */
  readiness?: Readiness | null
  /** The assistant has knowledge bases, but the reader has access to none of them. */
  nothingReadable?: boolean
  /** Some documents are searched only by meaning, and the embedding model does not support the question’s language. */
  languageUnknown: boolean
  /** Words of the question with their index terms. */
  words: QuestionWord[]
  /** The assistant’s settings for answers. */
  style: AnswerStyle
  signal: AbortSignal
}

/** Writes an answer from passages. Throws an AnswerFailure; events before it remain valid. */
export type Answerer = {
  readonly mode: AnswerMode
  /** The first model of the fallback chain; null if none is configured. */
  readonly model: string | null
  answer(input: AnswerInput): AsyncIterable<AnswerEvent>
}

export class AnswerFailure extends Error {
  readonly reason: ApiError
  constructor(reason: ApiError, cause?: unknown) {
    super(reason.detail, { cause })
    this.name = 'AnswerFailure'
    this.reason = reason
  }
}

/** The stored citation of a passage; `quote` must be a literal part of it. */
export const citationOf = (n: number, hit: Hit, quote: string): Citation => {
  const charStart = hit.charStart + Math.max(hit.content.indexOf(quote), 0)
  return {
    n,
    passage_id: hit.passageId,
    document_id: hit.documentId,
    document_name: hit.documentName,
    heading_path: hit.headingPath,
    page: hit.page,
    content: hit.content,
    quote,
    char_start: charStart,
    char_end: charStart + quote.length,
    score: hit.score,
  }
}
