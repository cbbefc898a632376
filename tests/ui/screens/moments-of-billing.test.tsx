import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fromCallback } from 'xstate'
import { type RenewalEvent, renewalMachine } from '../../../src/machines/billing/renewal.machine.ts'
import { Meters } from '../../../src/ui/billing/meters.tsx'
import { PaymentsTable } from '../../../src/ui/billing/payments-table.tsx'
import { SubscriptionCard } from '../../../src/ui/billing/subscription-card.tsx'
import { setLocale } from '../../../src/ui/parts/format.ts'
import { openStage, provided, still } from '../../harness/stage.tsx'
import { organization, plans, renewal, subscription } from '../../machines/samples.ts'

/** The server writes December 30, 2026 (UTC). */
const AT = '2026-12-30T07:54:00.000Z'

beforeEach(() => setLocale({ locale: 'en', timezone: 'Pacific/Honolulu' }))
afterEach(() => setLocale({ locale: '', timezone: '' }))

it('charges, ends of periods and payments are shown with their time, as their day is another one in UTC', async () => {
  const current = subscription({ period_end: AT, renewal: renewal({ charged_at: AT }) })
  const watchSubscription = fromCallback<RenewalEvent>(({ sendBack }) =>
    sendBack({ type: 'subscription.read', renewal: current.renewal }),
  )
  const machine = still(renewalMachine).provide({ actors: { watchSubscription } } as never)
  const stage = await openStage({
    view: provided(
      { renewal: machine },
      <>
        <SubscriptionCard />
        <Meters
          usage={{
            plan_id: 'starter',
            plan_name: 'Starter',
            period_start: AT,
            period_end: AT,
            meters: [
              { key: 'messages_month', used: 4, limit: 10_000, resets_at: '2027-01-01T00:00:00.000Z' },
            ],
          }}
        />
        <PaymentsTable />
      </>,
    ),
    data: {
      subscription: current,
      plans,
      payments: [
        {
          id: 'p1',
          number: 'O-1',
          plan_id: 'starter',
          plan_name: 'Starter',
          interval: 'month',
          kind: 'change',
          seats: 0,
          amount: 1900,
          credit: 0,
          currency: 'usd',
          status: 'paid',
          test: true,
          created_at: AT,
          paid_at: AT,
          invoice: null,
        },
      ],
    },
    organizations: [organization('o1')],
  })
  const main = page.getByRole('main')
  await expect.element(main).toMatchTextContent('paid monthly until Dec 29, 2026, 9:54 PM.')
  await expect.element(main).toMatchTextContent('will be charged $19.00 on Dec 29, 2026, 9:54 PM.')
  await expect.element(main).toMatchTextContent('resets on Dec 31, 2026, 2:00 PM')
  await expect.element(page.getByRole('table')).toMatchTextContent('Dec 29, 2026, 9:54 PM')
  await page.getByRole('button', { name: 'Stop renewal' }).click()
  await expect
    .element(page.getByRole('dialog'))
    .toMatchTextContent('You can resume the renewal until Dec 29, 2026, 9:54 PM.')
  await stage.close()
})
