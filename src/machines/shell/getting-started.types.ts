import type { ChosenFile } from '../knowledge/upload.machine.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/** What an organization has by now, as far as its first steps are concerned. */
export interface Progress {
  /** The first knowledge base; what is added goes there. */
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
  /** What was chosen before there was a knowledge base to send it to. */
  readonly files: readonly ChosenFile[]
  readonly error: string | null
  /** Of the refusal behind it. */
  readonly code: string | null
}
