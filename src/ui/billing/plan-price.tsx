import { Box, Text } from '@chakra-ui/react'
import { yearlyPrice } from '../../machines/plan-change/plan-change.types.ts'
import type { Interval, Plan } from '../../services/contract/billing.ts'
import { formatDollars } from './money.ts'

/** S9.8: what a plan costs a month, and by the year what that saves. */
export function PlanPrice({ plan, interval }: { plan: Plan; interval: Interval }) {
  const { price } = plan
  const yearly = yearlyPrice(plan)
  if (price === 'Custom' || yearly === null) return <Amount amount="Custom" note="by agreement" />
  if (price === 0) return <Amount amount={formatDollars(0)} note="for as long as you like" />
  if (interval === 'month') return <Amount amount={formatDollars(price)} note="per month" />
  return (
    <Amount
      amount={formatDollars(yearly.perMonth)}
      note={`per month instead of ${formatDollars(price)}, saving ${formatDollars(yearly.saving)}`}
      detail={`${formatDollars(yearly.perYear)} for a year`}
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
