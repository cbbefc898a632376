import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../kernel/db/open.ts'
import { paymentEnds } from '../../kernel/db/schema/index.ts'
import type { BillingRepository } from '../billing.repository.ts'
import type { RenewalsRepository } from '../renewals/renewals.repository.ts'
import type { PaymentProvider } from './provider.ts'

const AT_ONCE = 50

type Parts = Pick<Context, 'config' | 'db' | 'background' | 'log'> & {
  billing: Pick<BillingRepository, 'openPages'>
  renewals: Pick<RenewalsRepository, 'customersOf'>
  provider: PaymentProvider
}

export type PaymentEnds = ReturnType<typeof createPaymentEnds>

/** Ends at the provider what an organization leaves there. */
export const createPaymentEnds = (parts: Parts) => {
  const { config, db, background, log, billing, renewals, provider } = parts
  const end = async ({ id, kind }: typeof paymentEnds.$inferSelect) => {
    try {
      await (kind === 'page' ? provider.closePage(id) : provider.forget(id))
      await db.delete(paymentEnds).where(eq(paymentEnds.id, id))
    } catch (error) {
      log.error({ err: error }, `ending ${id}, the ${kind} of a deleted organization, failed`)
    }
  }
  const endAll = async () => {
    const ends = await db.select().from(paymentEnds).orderBy(sql`random()`).limit(AT_ONCE)
    await Promise.all(ends.map(end))
  }
  /** Without delaying anything; also repeats what failed. Those of a copy are the original's. */
  const retry = () => {
    if (!config.quiet)
      background.run('ending what deleted organizations leave at the payment provider', endAll)
  }
  return {
    retry,
    /**
     * Closes the payment pages of organizations that the transaction deletes, because no order would be left for
     * what is paid there, and forgets their cards. Call what it returns after the commit.
     */
    async endOfDeleted(tx: Tx, organizationIds: string[]): Promise<() => void> {
      const pages = await billing.openPages(tx, organizationIds, provider.name)
      const customers = await renewals.customersOf(tx, organizationIds, provider.name)
      const ends = [
        ...pages.map((id) => ({ id, kind: 'page' as const })),
        ...customers.map((id) => ({ id, kind: 'customer' as const })),
      ]
      if (ends.length > 0) await tx.insert(paymentEnds).values(ends).onConflictDoNothing()
      return retry
    },
  }
}
