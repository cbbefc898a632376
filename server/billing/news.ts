import { and, eq, gt, lte } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Hub } from '../connection/realtime/hub.ts'
import type { Db } from '../kernel/db/open.ts'
import { organizations, planPeriods } from '../kernel/db/schema/index.ts'
import { DAY } from '../kernel/durations.ts'
import type { Reminders } from './reminders.ts'

/** Lets the open pages of an organization read its plan again. */
export type TellOfChange = ReturnType<typeof createTellOfChange>
export const createTellOfChange = (hub: Pick<Hub, 'publish'>) => (organizationId: string) =>
  hub.publish(`organization:${organizationId}`, 'organization_update', { id: organizationId })

type Parts = {
  db: Db
  tellOfChange: TellOfChange
  remind: Reminders
}

/** Tells of trials and periods that have ended by themselves. */
export const createEndNews =
  ({ db, tellOfChange, remind }: Parts) =>
  async (now = new Date()) => {
    // The passes are hourly; a server may have been away for longer.
    const hasEnded = (column: PgColumn) => and(gt(column, new Date(now.getTime() - DAY)), lte(column, now))
    const trials = await db
      .select({ organizationId: organizations.id, endsAt: organizations.trialEndsAt })
      .from(organizations)
      .where(hasEnded(organizations.trialEndsAt))
    const periods = await db
      .select({ organizationId: organizations.id, endsAt: planPeriods.endsAt })
      .from(planPeriods)
      .innerJoin(organizations, eq(organizations.id, planPeriods.organizationId))
      .where(hasEnded(planPeriods.endsAt))
    await remind([...trials, ...periods], async ({ organizationId, endsAt }) => ({
      event: `ended:${organizationId}:${endsAt?.toISOString()}`,
      send: async () => tellOfChange(organizationId),
    }))
  }
