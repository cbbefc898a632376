import type { Background } from '../../kernel/background.ts'
import type { Config } from '../../kernel/config/config.ts'
import type { Tx } from '../../kernel/db/open.ts'
import type { BillingRepository } from '../billing.repository.ts'
import type { RenewalsRepository } from '../renewals/renewals.repository.ts'
import type { PaymentProvider } from './provider.ts'

type Parts = {
  config: Pick<Config, 'quiet'>
  billing: Pick<BillingRepository, 'openPages'>
  renewals: Pick<RenewalsRepository, 'customersOf'>
  provider: PaymentProvider
  background: Background
}

export type PaymentEnds = ReturnType<typeof createPaymentEnds>

/** Ends at the provider what an organization leaves there. */
export const createPaymentEnds = ({ config, billing, renewals, provider, background }: Parts) => ({
  /**
   * Closes the payment pages of organizations that the transaction deletes, because no order would be left for
   * what is paid there, and forgets their cards. Call what it returns after the commit. Those of a copy are the
   * original's.
   */
  async endOfDeleted(tx: Tx, organizationIds: string[]): Promise<() => void> {
    if (config.quiet) return () => {}
    const pages = await billing.openPages(organizationIds, provider.name, tx)
    const customers = await renewals.customersOf(tx, organizationIds, provider.name)
    return () => {
      for (const page of pages)
        background.run(`closing ${page}, a payment page of a deleted organization,`, async () => {
          await provider.closePage(page)
        })
      for (const customer of customers)
        background.run(`forgetting ${customer}, the customer of a deleted organization,`, async () => {
          await provider.forget(customer)
        })
    }
  },
})
