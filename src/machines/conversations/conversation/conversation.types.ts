import type { ApiError } from '../../../services/contract/common.ts'
import type {
  AnswerFeedback,
  Answering,
  Asked,
  Citation,
  Conversation,
  ConversationDetail,
  Message,
} from '../../../services/contract/conversations.ts'

export interface ConversationContext {
  readonly integrationId: string
  /** The assistant or draft that answers. */
  readonly config: Answering
  readonly conversation: Conversation | null
  readonly messages: readonly Message[]
  /** Whether the last question and answer can be replaced; in others’ conversations only editors can. */
  readonly mayChange: boolean
  readonly draft: string
  /** The last question while it is edited instead of the draft; `shelved` is that draft. */
  readonly edited: { readonly messageId: string; readonly shelved: string } | null
  /**
   * The question that the server has not confirmed yet: it is shown at once, and becomes the draft again if
   * it fails.
   */
  readonly pending: string | null
  /** Tokens that arrived while the answer itself was still being read from the server. */
  readonly early: readonly Token[]
  /** Whether an answer ended while a question was still being sent: it may be the answer to that question. */
  readonly heardEnd: boolean
  readonly error: string | null
  /** Code of the refusal. */
  readonly code: string | null
  /** Id of the conversation to read; null for the person's latest. */
  readonly wanted: string | null
}

/** `index` is the position of `text` in the answer, in UTF-16 units. */
export interface Token {
  readonly messageId: string
  readonly index: number
  readonly text: string
}

export type ConversationEvent =
  | { type: 'draft.changed'; text: string }
  | { type: 'question.submitted' }
  | { type: 'stop.requested' }
  | { type: 'retry.requested' }
  /** Answer once the documents are read. */
  | { type: 'wait.requested' }
  | { type: 'conversation.restarted' }
  /** The last question is to be reworded. */
  | { type: 'question.edited' }
  | { type: 'editing.canceled' }
  /** A thumb on an answer, saved by the server. */
  | { type: 'answer.rated'; messageId: string; feedback: AnswerFeedback | null }
  /** It was renamed. */
  | { type: 'conversation.changed'; conversation: Conversation }
  /** From Chat History. */
  | { type: 'conversation.opened'; id: string }
  | { type: 'conversation.deleted'; id: string }
  | { type: 'live.opened' }
  | ({ type: 'live.token' } & Token)
  | { type: 'live.citations'; messageId: string; citations: readonly Citation[] }
  | { type: 'live.completed'; message: Message }
  | { type: 'live.failed'; messageId: string; error: ApiError }

export type { Asked, ConversationDetail }

/** `conversationId` is the one to read; null for the person's latest. */
export interface ConversationInput {
  readonly integrationId: string
  readonly config: Answering
  readonly conversationId: string | null
}

/** The assistant whose answers are received, and the key that typed text is stored under. */
export type Listening = ConversationInput

/** The conversation to read; a null `id` means the person's latest. */
export interface Wanted {
  readonly integrationId: string
  readonly config: Answering
  readonly id: string | null
}

/** After this time without a token during streaming, the answer is read from the server. */
export const SILENCE = 10_000

/** An answer to repeat; `waits`: once the documents are read. */
export interface Retrying {
  readonly messageId: string
  readonly waits: boolean
}

/** A question in flight; `replaces` is the last one, which is removed with its answer. */
export interface Asking {
  readonly integrationId: string
  readonly config: Answering
  readonly conversationId: string | null
  readonly content: string
  readonly replaces: string | null
}
