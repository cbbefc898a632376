import type { answerFeedbackMachine } from '../../machines/answer-feedback/answer-feedback.machine.ts'
import type { readerMachine } from '../../machines/reader/reader.machine.ts'
import { createProvided } from '../provided.ts'

interface Machines {
  readonly reader: typeof readerMachine
  readonly answerFeedback: typeof answerFeedbackMachine
}

export const [ConversationMachines, useConversationMachines] =
  createProvided<Machines>('ConversationMachines')
