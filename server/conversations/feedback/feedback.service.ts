import type * as z from 'zod/mini'
import type { NewFeedback } from '../../../src/services/contract/feedback.ts'
import type { Context } from '../../context.ts'
import { refusal } from '../../kernel/errors.ts'
import { isAdministrator } from '../../operator/system/system.policy.ts'
import { memberOf } from '../../organizations/organizations.policy.ts'
import type { FeedbackRepository } from './feedback.repository.ts'

export type FeedbackService = ReturnType<typeof createFeedback>

export const createFeedback = (
  { db, config }: Pick<Context, 'db' | 'config'>,
  repository: FeedbackRepository,
) => ({
  /** @throws Refusal 404 for an organization that the person does not belong to */
  async add(userId: string, { message, page, organization_id }: z.output<typeof NewFeedback>) {
    if (organization_id) await memberOf(db, userId, organization_id)
    await repository.insert({ message, page, userId, organizationId: organization_id })
  },

  /** Newest first. @throws Refusal 403 except for administrators of the installation */
  async newestFor(userId: string) {
    if (!(await isAdministrator(db, config, userId))) throw refusal('administrators_only')
    return repository.newest()
  },
})
