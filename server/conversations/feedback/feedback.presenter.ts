import type { Feedback } from '../../../src/services/contract/feedback.ts'
import type { FeedbackRepository } from './feedback.repository.ts'

type FeedbackRow = Awaited<ReturnType<FeedbackRepository['newest']>>[number]

export const presentFeedback = ({ row, email, organization }: FeedbackRow): Feedback => ({
  id: row.id,
  message: row.message,
  page: row.page,
  author_email: email,
  organization_name: organization,
  created_at: row.createdAt.toISOString(),
})
