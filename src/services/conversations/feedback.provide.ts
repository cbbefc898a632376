import { fromPromise } from 'xstate'
import {
  type FeedbackValues,
  sendFeedbackMachine,
} from '../../machines/conversations/send-feedback.machine.ts'
import { t } from '../../texts/t.ts'
import type { IdempotentWrites } from '../cache/idempotent-writes.ts'
import { installation } from '../contract/operations/installation.ts'
import type { Http } from '../http/client.ts'
import { showDone } from '../shell/show-done.ts'

interface Services {
  http: Http
  withIdempotencyKey: IdempotentWrites
}

export const provideSendFeedback = ({ http, withIdempotencyKey }: Services) =>
  sendFeedbackMachine.provide({
    actors: {
      submit: fromPromise(({ input: { values } }: { input: { values: FeedbackValues } }) =>
        withIdempotencyKey({ sendFeedback: values }, (key) =>
          http.call(installation.sendFeedback, {}, { body: values, idempotencyKey: key }),
        ),
      ),
    },
    actions: { finish: (scope) => showDone(scope, t('Thank you. Your feedback was sent.')) },
  })
