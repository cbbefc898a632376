import type { ChosenFile } from '../knowledge/upload.setup.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/** What an organization has, as far as its first steps are concerned. */
export interface Progress {
  /** The first knowledge base; new content is added there. */
  readonly knowledgeBase: Named | null
  readonly documents: number
  /** Documents that are still being read. */
  readonly unread: number
  readonly assistant: Named | null
  readonly questions: number
}

export type GettingStartedEvent =
  | { type: 'progress.read'; progress: Progress }
  | { type: 'files.chosen'; files: readonly ChosenFile[] }
  | { type: 'sample.requested' }

export interface GettingStartedContext {
  readonly organizationId: string
  readonly progress: Progress
  /** Files chosen before there was a knowledge base for them. */
  readonly files: readonly ChosenFile[]
  readonly error: string | null
  /** Code of the refusal. */
  readonly code: string | null
}
