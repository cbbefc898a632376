import { Box, chakra, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Payment, PaymentState } from '../../services/contract/billing.ts'
import { t } from '../../texts/t.ts'
import { Button } from '../parts/button.tsx'
import { formatMoment } from '../parts/format.ts'
import { ResourceView } from '../parts/resource-view.tsx'
import { EmptyLine, Section } from '../parts/section.tsx'
import { SkeletonRows } from '../parts/skeletons.tsx'
import { Badge } from '../parts/status-badge.tsx'
import { useProvidedActor } from '../provided.ts'
import { useOrganizationId, useResource } from '../workspace.ts'
import { formatCents } from './format.ts'

const states: Record<PaymentState, ['good' | 'caution' | 'quiet' | 'problem', string]> = {
  paid: ['good', t('Paid')],
  pending: ['caution', t('Unpaid')],
  failed: ['problem', t('Failed')],
  canceled: ['quiet', t('Cancelled')],
}

/** Payments, newest first. */
export function PaymentsTable() {
  const payments = useResource('payments', { organizationId: useOrganizationId() })
  return (
    <Section title={t('Payments')}>
      <ResourceView
        resource={payments}
        skeleton={<SkeletonRows count={2} />}
        empty={<EmptyLine>{t('No payments yet. Invoices and receipts will appear here.')}</EmptyLine>}
      >
        {(list) => <Table payments={list} />}
      </ResourceView>
    </Section>
  )
}

const Table = ({ payments }: { payments: readonly Payment[] }) => (
  <Box
    overflowX="auto"
    position="relative"
    tabIndex={0}
    role="region"
    aria-label={t('Table of payments')}
    borderRadius="lg"
  >
    <chakra.table
      width="full"
      fontSize="md"
      minWidth="36rem"
      borderCollapse="collapse"
      css={{
        '& th, & td': { textAlign: 'start', padding: '.6rem .9rem .6rem 0', verticalAlign: 'top' },
        '& th': { fontWeight: 600, color: 'ink.2', fontSize: 'sm' },
        '& tbody tr': { borderTop: '1px solid', borderColor: 'rule' },
        '& .number': { textAlign: { base: 'start', md: 'end' }, paddingInlineEnd: { md: '2.5rem' } },
      }}
    >
      <thead>
        <tr>
          <th scope="col">{t('Payment')}</th>
          <th scope="col">{t('Plan')}</th>
          <th scope="col" className="number">
            {t('Amount')}
          </th>
          <th scope="col">{t('Status')}</th>
          <th scope="col">{t('Document')}</th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <Row key={payment.id} payment={payment} />
        ))}
      </tbody>
    </chakra.table>
  </Box>
)

function boughtBy({ kind, plan_name, interval, seats }: Payment) {
  if (kind === 'seats')
    return t('{plan_name}, {seats, plural, one {# additional seat} other {# additional seats}}', {
      plan_name,
      seats,
    })
  if (seats > 0)
    return t(
      '{plan_name} with {seats, plural, one {# additional seat} other {# additional seats}}, one {interval, select, year {year} other {month}}',
      { plan_name, seats, interval },
    )
  return t('{plan_name}, one {interval, select, year {year} other {month}}', { plan_name, interval })
}

function Row({ payment }: { payment: Payment }) {
  const { number, created_at, paid_at, amount, credit, status, test } = payment
  const [tone, label] = states[status]
  return (
    <tr>
      <td>
        {formatMoment(paid_at ?? created_at)}
        <Aside>{number}</Aside>
      </td>
      <td>
        {boughtBy(payment)}
        {test && <Aside>{t('Test payment')}</Aside>}
      </td>
      <td className="number">
        {formatCents(amount)}
        {credit > 0 && <Aside>{t('{credit} credited', { credit: formatCents(credit) })}</Aside>}
      </td>
      <td>
        <Badge tone={tone}>{label}</Badge>
      </td>
      <td>{payment.invoice && <InvoiceButton paymentId={payment.id} {...payment.invoice} />}</td>
    </tr>
  )
}

interface InvoiceButtonProps extends NonNullable<Payment['invoice']> {
  paymentId: string
}

function InvoiceButton({ paymentId, number, kind }: InvoiceButtonProps) {
  const download = useProvidedActor('invoiceDownload')
  const busy = useSelector(download, (file) => file.hasTag('busy'))
  return (
    <Button
      size="sm"
      variant="ghost"
      ms="-3"
      mt="-1.5"
      disabled={busy}
      onClick={() => download.send({ type: 'operation.requested', request: { paymentId, number } })}
    >
      <Download aria-hidden />
      {kind === 'invoice' ? t('Invoice') : t('Receipt')}
      <chakra.span srOnly>{` ${number}`}</chakra.span>
    </Button>
  )
}

const Aside = ({ children }: { children: ReactNode }) => (
  <Text as="span" color="ink.3" display="block" fontSize="xs">
    {children}
  </Text>
)
