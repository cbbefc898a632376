import { fromPromise } from 'xstate'
import {
  type FeedbackValues,
  sendFeedbackMachine,
} from '../../machines/conversations/send-feedback.machine.ts'
import type { Submitted } from '../../machines/shared/form/form.parts.ts'
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
      submit: fromPromise(({ input: { organizationId, values } }: { input: Submitted<FeedbackValues> }) => {
        const body = { ...values, organization_id: organizationId || null }
        return withIdempotencyKey({ sendFeedback: body }, (key) =>
          http.call(installation.sendFeedback, {}, { body, idempotencyKey: key }),
        )
      }),
    },
  })
