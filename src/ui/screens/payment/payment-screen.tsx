import { Stack } from '@chakra-ui/react'
import { t } from '../../../texts/t.ts'
import { BillingDetailsCard } from '../../billing/billing-details-card.tsx'
import { PaymentsTable } from '../../billing/payments-table.tsx'
import { SubscriptionCard } from '../../billing/subscription-card.tsx'
import { Page } from '../../parts/page.tsx'

/** S2.14: what one pays for, who pays, and what was paid. */
export function PaymentScreen() {
  return (
    <Page
      title={t('Billing')}
      lead={t('What you pay for, whom the invoices are made out to, and what was paid.')}
    >
      <Stack gap="9">
        <SubscriptionCard />
        <BillingDetailsCard />
        <PaymentsTable />
      </Stack>
    </Page>
  )
}
