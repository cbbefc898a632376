import { Box, Text } from '@chakra-ui/react'
import { yearlyPrice } from '../../machines/billing/plan-change/plan-change.types.ts'
import type { Interval, Plan } from '../../services/contract/billing.ts'
import { t } from '../../texts/t.ts'
import { formatDollars } from './money.ts'

/** S9.8: a plan's monthly price, and the saving when billed yearly. */
export function PlanPrice({ plan, interval }: { plan: Plan; interval: Interval }) {
  const { price } = plan
  const yearly = yearlyPrice(plan)
  if (price === 'Custom' || yearly === null) return <Amount amount={t('Custom')} note={t('by agreement')} />
  if (price === 0) return <Amount amount={formatDollars(0)} note={t('forever')} />
  if (interval === 'month') return <Amount amount={formatDollars(price)} note={t('per month')} />
  return (
    <Amount
      amount={formatDollars(yearly.perMonth)}
      note={t('per month instead of {price}, saving {saving}', {
        price: formatDollars(price),
        saving: formatDollars(yearly.saving),
      })}
      detail={t('{perYear} for a year', { perYear: formatDollars(yearly.perYear) })}
    />
  )
}

const Amount = ({ amount, note, detail }: { amount: string; note: string; detail?: string }) => (
  <Box textStyle="small" color="ink.2">
    <Text fontFamily="heading" fontSize="1.875rem" lineHeight="1" color="ink" mb="1.5">
      {amount}
    </Text>
    <Text>{note}</Text>
    {detail && <Text>{detail}</Text>}
  </Box>
)
