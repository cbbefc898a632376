import { Stack } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { canManage } from '../../machines/organizations/organizations/organizations.selectors.ts'
import { t } from '../../texts/t.ts'
import { EmptyLine } from '../parts/section.tsx'
import { SettingsPage } from '../shell/settings/settings-page.tsx'
import { useWorkspace } from '../workspace.ts'
import { BillingDetailsCard } from './billing-details-card.tsx'
import { PaymentsTable } from './payments-table.tsx'

/** S2.14: who pays for the organization, and its payments. */
export function PaymentScreen() {
  const manages = useSelector(useWorkspace().organizations, canManage)
  return (
    <SettingsPage measure="list" title={t('Billing')} lead={t('Invoice details and payment history.')}>
      {manages ? (
        <Stack gap="9">
          <BillingDetailsCard />
          <PaymentsTable />
        </Stack>
      ) : (
        <EmptyLine>{t('Only owners and admins can see invoices and payments.')}</EmptyLine>
      )}
    </SettingsPage>
  )
}
