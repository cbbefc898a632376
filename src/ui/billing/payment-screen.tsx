import { Box, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { DETAILS_NOT_LOADED } from '../../machines/billing/billing-details.machine.ts'
import { canManage, canOwn } from '../../machines/organizations/organizations/organizations.selectors.ts'
import type { BillingDetails } from '../../services/contract/billing.ts'
import { t } from '../../texts/t.ts'
import { Button } from '../parts/button.tsx'
import { Loading } from '../parts/loading.tsx'
import { EmptyLine, Section } from '../parts/section.tsx'
import { FailedRead, SkeletonLine } from '../parts/states.tsx'
import { useProvidedActor } from '../provided.ts'
import { SettingsPage } from '../shell/settings/settings-page.tsx'
import { useOrganizationId, useResource, useResourceData, useWorkspace } from '../workspace.ts'
import { BillingDetailsDialog } from './billing-details-dialog.tsx'
import { countryName } from './format.ts'
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

/** The recipient of invoices and receipts; it can be empty. */
export function BillingDetailsCard() {
  const organizationId = useOrganizationId()
  const owns = useSelector(useWorkspace().organizations, canOwn)
  const details = useResource('billingDetails', { organizationId })
  const data = useResourceData(details)
  const loading = useSelector(details.actor, (resource) => resource.hasTag('loading'))
  const failed = useSelector(details.actor, (resource) => resource.hasTag('failed'))
  const dialog = useProvidedActor('billingDialog', { input: { organizationId } })
  const form = useSelector(dialog, ({ children }) => children.billingDetails)
  return (
    <Section
      title={t('Billing details')}
      action={
        owns && (
          <Button disabled={loading} onClick={() => dialog.send({ type: 'dialog.opened' })}>
            {data ? t('Edit details') : t('Add details')}
          </Button>
        )
      }
    >
      {loading && (
        <Loading gap="2">
          <SkeletonLine width="9rem" />
          <SkeletonLine width="14rem" />
          <SkeletonLine width="11rem" />
        </Loading>
      )}
      {failed && <FailedRead actor={details.actor} message={DETAILS_NOT_LOADED} />}
      {!loading && !failed && (data ? <Address details={data} /> : <None />)}
      <BillingDetailsDialog actor={form} submit={t('Save details')} />
    </Section>
  )
}

const None = () => (
  <EmptyLine>
    {t('None yet. Add them with your first payment; they appear on your invoices and receipts.')}
  </EmptyLine>
)

function Address({ details }: { details: BillingDetails }) {
  const { name, company, address_line1, address_line2, postal_code, city, state, country, email } = details
  const place = [postal_code, city, state].filter(Boolean).join(' ')
  const lines = [company, name, address_line1, address_line2, place, countryName(country), email]
  return (
    <Box as="address" fontStyle="normal" color="ink.2">
      {lines.filter(Boolean).map((line, at) => (
        <Text key={at} overflowWrap="anywhere">
          {line}
        </Text>
      ))}
      {details.tax_id && <Text>{t('Tax ID {tax_id}', { tax_id: details.tax_id })}</Text>}
    </Box>
  )
}
