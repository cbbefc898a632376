import { fromPromise } from 'xstate'
import { type FeedbackValues, sendFeedbackMachine } from '../machines/send-feedback/send-feedback.machine.ts'
import type { Intents } from './intents.ts'
import { showDone } from './show-done.ts'
import type { SystemApi } from './system-api.ts'

interface Services {
  api: SystemApi
  once: Intents
}

export const provideSendFeedback = ({ api, once }: Services) =>
  sendFeedbackMachine.provide({
    actors: {
      submit: fromPromise(({ input: { values } }: { input: { values: FeedbackValues } }) =>
        once({ sendFeedback: values }, (key) => api.sendFeedback(values, key)),
      ),
    },
    actions: { finish: (scope) => showDone(scope, 'Thank you. Your feedback was sent.') },
  })
