import { sendFeedbackMachine } from '../../machines/conversations/send-feedback.machine.ts'
import type { WriteServices } from '../cache/idempotent-writes.ts'
import { installation } from '../contract/operations/installation.ts'
import { provideForm } from '../shared/changes.provide.ts'

export const provideSendFeedback = ({ http, withIdempotencyKey }: Omit<WriteServices, 'refresh'>) =>
  provideForm(sendFeedbackMachine, (values, organizationId): Promise<unknown> => {
    const body = { ...values, organization_id: organizationId || null }
    return withIdempotencyKey({ sendFeedback: body }, (key) =>
      http.call(installation.sendFeedback, {}, { body, idempotencyKey: key }),
    )
  })
