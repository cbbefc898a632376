import { sendFeedbackMachine } from '../../src/machines/conversations/send-feedback.machine.ts'
import { modelOfForm } from './form.model.ts'

export const sendFeedbackModel = modelOfForm({
  name: 'sendFeedback',
  machine: sendFeedbackMachine,
  valid: { message: 'More lecterns.' },
  invalid: { message: ' ' },
  field: 'message',
  output: { message: 'Thank you.' },
})
