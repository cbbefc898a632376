import { Box, chakra, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Payment, PaymentState } from '../../services/contract/billing.ts'
import { Button } from '../parts/button.tsx'
import { formatDate } from '../parts/format.ts'
import { ResourceView } from '../parts/resource-view.tsx'
import { Section } from '../parts/section.tsx'
import { EmptyState, SkeletonLine } from '../parts/states.tsx'
import { Badge } from '../parts/status-badge.tsx'
import { useViewActor } from '../view-actor.ts'
import { useResource } from '../workspace.ts'
import { useBillingMachines } from './machines.ts'
import { formatCents } from './money.ts'

const states: Record<PaymentState, ['good' | 'caution' | 'quiet' | 'problem', string]> = {
  paid: ['good', 'Paid'],
  pending: ['caution', 'Not paid yet'],
  failed: ['problem', 'Failed'],
  canceled: ['quiet', 'Canceled'],
}

/** What was paid, newest first. */
export function PaymentsTable() {
  const payments = useResource('payments', {})
  return (
    <Section title="Payments">
      <ResourceView
        resource={payments}
        skeleton={<SkeletonLine height="5em" />}
        empty={
          <EmptyState title="No payments yet.">
            Each payment is listed here with its number, amount, status, and its invoice or receipt as PDF.
          </EmptyState>
        }
      >
        {(list) => <Table payments={list} />}
      </ResourceView>
    </Section>
  )
}

const Table = ({ payments }: { payments: readonly Payment[] }) => (
  <Box overflowX="auto" tabIndex={0} role="region" aria-label="Table of payments" borderRadius="lg">
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
          <th scope="col">Payment</th>
          <th scope="col">Plan</th>
          <th scope="col" className="number">
            Amount
          </th>
          <th scope="col">State</th>
          <th scope="col">Document</th>
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

function Row({ payment }: { payment: Payment }) {
  const { number, created_at, paid_at, plan_name, interval, amount, credit, status, test } = payment
  const [tone, label] = states[status]
  return (
    <tr>
      <td>
        {formatDate(paid_at ?? created_at)}
        <Aside>{number}</Aside>
      </td>
      <td>
        {plan_name}, one {interval}
        {test && <Aside>Test, no money moved</Aside>}
      </td>
      <td className="number">
        {formatCents(amount)}
        {credit > 0 && <Aside>{formatCents(credit)} credited</Aside>}
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
  const download = useViewActor(useBillingMachines().invoiceDownload)
  const busy = useSelector(download, (file) => file.hasTag('busy'))
  return (
    <Button
      size="sm"
      variant="ghost"
      ms="-3"
      mt="-1.5"
      disabled={busy}
      onClick={() => download.send({ type: 'download.requested', request: { paymentId, number } })}
    >
      <Download aria-hidden />
      {kind === 'invoice' ? 'Invoice' : 'Receipt'}
      <chakra.span srOnly>{` ${number}`}</chakra.span>
    </Button>
  )
}

const Aside = ({ children }: { children: ReactNode }) => (
  <Text as="span" color="ink.3" display="block" fontSize="xs">
    {children}
  </Text>
)
