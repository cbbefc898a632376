import type { answerFeedbackMachine } from '../../../machines/answer-feedback/answer-feedback.machine.ts'
import type { HandoverRef } from '../../../machines/handover/handover.machine.ts'
import type { ShareRef } from '../../../machines/share/share.machine.ts'
import type { ThemeRef } from '../../../machines/theme/theme.machine.ts'
import type { VisitorConversationsRef } from '../../../machines/visitor-conversations/visitor-conversations.machine.ts'

export interface ShareActors {
  readonly share: ShareRef
  /** From when somebody begins to ask, or has asked before. */
  readonly visitorConversations: VisitorConversationsRef | undefined
  readonly handover: HandoverRef | undefined
  readonly theme: ThemeRef
  readonly answerFeedback: typeof answerFeedbackMachine
}
