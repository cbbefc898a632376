import { fromPromise } from 'xstate'
import {
  type FeedbackValues,
  sendFeedbackMachine,
} from '../../machines/conversations/send-feedback.machine.ts'
import type { IdempotentWrites } from '../cache/idempotent-writes.ts'
import { installation } from '../contract/operations/installation.ts'
import type { Http } from '../http/client.ts'

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
  })
