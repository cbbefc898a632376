import { t } from '../../texts/t.ts'
import { createFormMachine, type FormRef } from '../shared/form/form.machine.ts'

interface FeedbackValues {
  readonly message: string
  /** The path that was shown. */
  readonly page: string
}

/** S1.3: feedback about Lectern, sent to its operators. */
export const sendFeedbackMachine = createFormMachine<FeedbackValues, unknown>({
  id: 'sendFeedback',
  description: 'The form behind the feedback link.',
  initial: 'closed',
  finishes: false,
  empty: { message: '', page: '' },
  validate: ({ message }) => (message.trim() === '' ? { message: t('Please write a few words.') } : {}),
  fallback: t('Your feedback could not be sent. Please try again.'),
  says: () => t('Thank you. Your feedback was sent.'),
})

export type SendFeedbackRef = FormRef<FeedbackValues, unknown>
