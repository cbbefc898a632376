import { fromPromise } from 'xstate'
import { type FeedbackValues, sendFeedbackMachine } from '../machines/send-feedback/send-feedback.machine.ts'
import { t } from '../texts/t.ts'
import type { IdempotentWrites } from './idempotent-writes.ts'
import { showDone } from './show-done.ts'
import type { SystemApi } from './system-api.ts'

interface Services {
  api: SystemApi
  withIdempotencyKey: IdempotentWrites
}

export const provideSendFeedback = ({ api, withIdempotencyKey }: Services) =>
  sendFeedbackMachine.provide({
    actors: {
      submit: fromPromise(({ input: { values } }: { input: { values: FeedbackValues } }) =>
        withIdempotencyKey({ sendFeedback: values }, (key) => api.sendFeedback(values, key)),
      ),
    },
    actions: { finish: (scope) => showDone(scope, t('Thank you. Your feedback was sent.')) },
  })
