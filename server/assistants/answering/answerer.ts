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

/** `isCut`: the model has reached the limit of its answer. */
type EndedAttempt = ModelAttempt & { isCut?: boolean }

/**
 * `citations` repeats all known so far; `attempt` comes once for each model that was asked, when it has ended;
 * `done` comes last, once.
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
  /** How many passages were compared; 0 when there is nothing to answer from. */
  searched: number
  /** How many of the documents can be searched, while others are being read. */
  readiness?: Readiness | null
  /** There are knowledge bases, but whoever asks may read none of them. */
  nothingReadable?: boolean
  /** Documents that are searched by meaning alone could not be compared with a question of this language. */
  languageUnknown: boolean
  /** Those of the question, as the index knows them. */
  words: QuestionWord[]
  /** How the assistant was told to answer. */
  style: AnswerStyle
  signal: AbortSignal
}

/** Writes an answer from passages. Throws an AnswerFailure; what was given before it stands. */
export type Answerer = {
  readonly mode: AnswerMode
  /** The one that is asked first. */
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

/** A source as it is stored with the message; `quote` must be a literal part of the passage. */
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
