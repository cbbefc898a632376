import type { FastifyBaseLogger } from 'fastify'
import type { ApiError } from '../../src/services/contract/common.ts'
import type { Citation } from '../../src/services/contract/conversations.ts'
import type { SupportCheck } from '../assistants/answering/support.ts'
import type { Hub } from '../connection/realtime/hub.ts'
import type { ModelUse } from '../kernel/db/schema/index.ts'
import type { ReadinessOf } from '../knowledge/retrieval/readiness.ts'
import type { AnswerRecords } from './analytics/answer-records.ts'
import type { Follower, Listeners } from './answer-audience.ts'
import type { MessageRow } from './conversations.types.ts'
import type { FindingParts, Inquiry } from './finding.ts'
import type { MessagesRepository } from './messages.repository.ts'

/** Another process continues: no end is announced. */
export const HANDED_OVER = Symbol('handed over')

/** `listeners` receive the answer's text. */
type HeardInquiry = Inquiry & { listeners: Listeners }

/** A question, and the empty message that its answer is written into. */
export type Assignment = {
  message: MessageRow
  inquiry: HeardInquiry
  /** The same by the access that its reader has now. */
  inquiryNow: () => Promise<HeardInquiry>
  /** ms since the epoch */
  askedAt: number
  /** The process that began it is gone: it is written again. */
  isResumed: boolean
  follower?: Follower
}

export type AnswerParts = FindingParts & {
  messages: MessagesRepository
  /** `readinessOf`, shared between waiting answers. */
  lookShared: ReadinessOf
  checkSupport: SupportCheck
  hub: Hub
  records: AnswerRecords
  log: FastifyBaseLogger
}

/** An answer's results besides its text. */
export type Outcome = Pick<
  MessageRow,
  | 'citations'
  | 'answered'
  | 'unsupported'
  | 'passagesSearched'
  | 'readiness'
  | 'firstTokenMs'
  | 'error'
  | 'attempts'
  | 'readFrom'
  | 'documentsRead'
> & {
  /** Documents whose passages were read. */
  retrieved: string[]
  /** Usage of models, for the queries and the answer. */
  uses: ModelUse[]
}

export type AnswerRun = {
  /** The text so far. */
  content: () => string
  citations: () => Citation[]
  /** Stores the text so far. */
  keep: () => Promise<void>
  /** Ends it; as failed if `reason` is INTERRUPTED. The text so far is kept. */
  abort: (reason?: ApiError | typeof HANDED_OVER) => void
  /** Resolves once the end is stored and announced; never rejects. */
  done: Promise<unknown>
  /** Resolves later, once it is recorded for Source Analytics; never rejects. */
  recorded: Promise<void>
}
