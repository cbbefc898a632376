import { Stack } from '@chakra-ui/react'
import { t } from '../../texts/t.ts'
import { SettingsPage } from '../shell/settings/settings-page.tsx'
import { BillingDetailsCard } from './billing-details-card.tsx'
import { PaymentsTable } from './payments-table.tsx'

/** S2.14: what one pays for, who pays, and what was paid. */
export function PaymentScreen() {
  return (
    <SettingsPage measure="list" title={t('Billing')} lead={t('Invoice details and payment history.')}>
      <Stack gap="9">
        <BillingDetailsCard />
        <PaymentsTable />
      </Stack>
    </SettingsPage>
  )
}
