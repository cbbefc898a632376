import { Field, Input } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { PlanChangeRef } from '../../machines/billing/plan-change/plan-change.machine.ts'
import { chosenPlan, seatPrice, seatsMax } from '../../machines/billing/plan-change/plan-change.types.ts'
import { t } from '../../texts/t.ts'
import { formatDollars } from './money.ts'

/** How many additional seats the chosen plan gets; empty if none are sold. */
export function SeatsField({ actor }: { actor: PlanChangeRef }) {
  const plan = useSelector(actor, ({ context }) => chosenPlan(context))
  const max = useSelector(actor, ({ context }) => seatsMax(context))
  const interval = useSelector(actor, ({ context }) => context.interval)
  const seats = useSelector(actor, ({ context }) => context.seats)
  const busy = useSelector(actor, (change) => change.hasTag('busy'))
  if (!plan || max === 0) return null
  const members = plan.members ?? 0
  return (
    <Field.Root disabled={busy} ps={{ base: '12', md: '13.5' }} pe={{ base: '4', md: '5.5' }} pb="4.5">
      <Field.Label>{t('Additional seats on {name}', { name: plan.name })}</Field.Label>
      <Input
        type="number"
        inputMode="numeric"
        min={0}
        max={max}
        maxWidth="10rem"
        value={seats ?? ''}
        onChange={({ target: { value } }) =>
          actor.send({ type: 'seats.picked', seats: value === '' ? null : Number(value) })
        }
      />
      <Field.HelperText>
        {t(
          'Room for {room, number} members: {members, number} are included, each additional seat costs {price} a {interval, select, year {year} other {month}}. Up to {max, number} seats can be added.',
          {
            room: members + (seats ?? 0),
            members,
            price: formatDollars(seatPrice(plan, interval)),
            interval,
            max,
          },
        )}
      </Field.HelperText>
    </Field.Root>
  )
}
