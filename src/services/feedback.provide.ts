import { fromPromise } from 'xstate'
import { type FeedbackValues, sendFeedbackMachine } from '../machines/send-feedback/send-feedback.machine.ts'
import type { ToastRequest } from '../machines/toast-request.ts'
import type { Intents } from './intents.ts'
import type { SystemApi } from './system-api.ts'

interface Services {
  api: SystemApi
  once: Intents
  showToast: (toast: ToastRequest) => void
}

export const provideSendFeedback = ({ api, once, showToast }: Services) =>
  sendFeedbackMachine.provide({
    actors: {
      submit: fromPromise(({ input: { values } }: { input: { values: FeedbackValues } }) =>
        once({ sendFeedback: values }, (key) => api.sendFeedback(values, key)),
      ),
    },
    actions: { finish: () => showToast({ type: 'success', message: 'Thank you. Your feedback was sent.' }) },
  })
