import type { FeedbackRepository } from './feedback.repository.ts'

export type FeedbackRow = Awaited<ReturnType<FeedbackRepository['newest']>>[number]
