import type { Answering } from '../../services/contract/conversations.ts'
import type { ConversationEvent } from '../conversations/conversation/conversation.types.ts'
import type { ChosenFile, Destination } from '../knowledge/upload.setup.ts'

/** A conversation with an assistant's draft or its published version. */
export interface Opened {
  readonly integrationId: string
  readonly config: Answering
}

export type AnswerRated = Extract<ConversationEvent, { type: 'answer.rated' }>

/** Files chosen for a knowledge base. */
export interface FilesChosen {
  readonly to: Destination
  readonly files: readonly ChosenFile[]
}

export type WorkspaceEvent =
  /** Uploads that ended with the session. */
  | { type: 'files.lost'; names: readonly string[] }
  | ({ type: 'playground.opened' } & Opened)
  /** To continue it in the Playground. */
  | ({ type: 'conversation.opened'; id: string } & Opened)
  | { type: 'conversation.deleted'; id: string }
  | ({ type: 'files.chosen' } & FilesChosen)
  | AnswerRated
