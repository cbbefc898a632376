import { FeedbackList, type NewFeedback } from './contract/feedback.ts'
import { System } from './contract/system.ts'
import type { Http } from './http/client.ts'
import { Anything } from './wire/lenient.ts'

export const createSystemApi = (http: Http) => ({
  get: (signal: AbortSignal) => http.json(System, '/api/v1/system', { signal }),
  feedback: (signal: AbortSignal) => http.json(FeedbackList, '/api/v1/feedback', { signal }),
  sendFeedback: (feedback: NewFeedback, idempotencyKey: string) =>
    http.json(Anything, '/api/v1/feedback', { method: 'POST', body: feedback, idempotencyKey }),
})

export type SystemApi = ReturnType<typeof createSystemApi>
