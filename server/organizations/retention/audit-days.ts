import { eq } from 'drizzle-orm'
import type { Db } from '../../kernel/db/open.ts'
import { recordRetention } from '../../kernel/db/schema/index.ts'

/** How long an organization keeps its audit log: as in its plan, or shorter by its own rule. */
export const auditDaysOf = async (db: Db, organizationId: string, ofPlan: number) => {
  const [rule] = await db
    .select({ days: recordRetention.auditDays })
    .from(recordRetention)
    .where(eq(recordRetention.organizationId, organizationId))
  return Math.min(ofPlan, rule?.days ?? ofPlan)
}
