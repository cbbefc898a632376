import type { answerFeedbackMachine } from '../../../machines/conversations/answer-feedback.machine.ts'
import type { ThemeRef } from '../../../machines/shell/theme.machine.ts'
import type { HandoverRef } from '../../../machines/visitors/handover.machine.ts'
import type { ShareRef } from '../../../machines/visitors/share.machine.ts'
import type { VisitorConversationsRef } from '../../../machines/visitors/visitor-conversations.machine.ts'

export interface ShareActors {
  readonly share: ShareRef
  /** From when the visitor begins to ask, or has asked before. */
  readonly visitorConversations: VisitorConversationsRef | undefined
  readonly handover: HandoverRef | undefined
  readonly theme: ThemeRef
  readonly answerFeedback: typeof answerFeedbackMachine
}

/** Questions and answers, with the Markdown parser: needed for the first question. */
export const loadLog = () => import('./share-log.tsx')
