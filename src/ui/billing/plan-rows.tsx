import { Box, chakra, Field, Flex, Grid, Input, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { PlanChangeRef } from '../../machines/billing/plan-change/plan-change.machine.ts'
import {
  chosenPlan,
  leavesSeatsOpen,
  seatPrice,
  seatsMax,
  yearlyPrice,
} from '../../machines/billing/plan-change/plan-change.setup.ts'
import type { Interval, Plan, Subscription } from '../../services/contract/billing.ts'
import { localized } from '../../texts/localized.ts'
import { t } from '../../texts/t.ts'
import { Badge } from '../parts/status-badge.tsx'
import { formatDollars } from './format.ts'

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

/** How many additional seats the chosen plan gets; empty if none are sold. */
function SeatsField({ actor }: { actor: PlanChangeRef }) {
  const plan = useSelector(actor, ({ context }) => chosenPlan(context))
  const max = useSelector(actor, ({ context }) => seatsMax(context))
  const interval = useSelector(actor, ({ context }) => context.interval)
  const seats = useSelector(actor, ({ context }) => context.seats)
  const isOpen = useSelector(actor, ({ context }) => leavesSeatsOpen(context))
  const busy = useSelector(actor, (change) => change.hasTag('busy'))
  if (!plan || max === 0) return null
  const members = plan.members ?? 0
  const price = formatDollars(seatPrice(plan, interval))
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
        {isOpen
          ? t(
              '{members, number} members are included; each additional seat costs {price} a {interval, select, year {year} other {month}}. Leave empty for as many seats as your members need, up to {max, number}.',
              { members, price, interval, max },
            )
          : t(
              'Room for {room, number} members: {members, number} are included; each additional seat costs {price} a {interval, select, year {year} other {month}}. Up to {max, number} seats can be added.',
              { room: members + (seats ?? 0), members, price, interval, max },
            )}
      </Field.HelperText>
    </Field.Root>
  )
}

interface PlanRowsProps {
  actor: PlanChangeRef
  /** Name of the radio group. */
  name: string
}

/** The price list: one ruled row per plan, one of them chosen. */
export function PlanRows({ actor, name }: PlanRowsProps) {
  const plans = useSelector(actor, ({ context }) => context.plans)
  return (
    <fieldset>
      <chakra.legend srOnly>{t('Plan')}</chakra.legend>
      <Box border="1px solid" borderColor="rule" borderRadius="lg" bg="raised" overflow="hidden">
        {plans.map((plan) => (
          <Row key={plan.id} actor={actor} name={name} plan={plan} />
        ))}
      </Box>
    </fieldset>
  )
}

function Row({ actor, name, plan }: PlanRowsProps & { plan: Plan }) {
  const chosen = useSelector(actor, ({ context }) => context.planId === plan.id)
  const interval = useSelector(actor, ({ context }) => context.interval)
  const busy = useSelector(actor, (change) => change.hasTag('busy'))
  const subscription = useSelector(actor, ({ context }) => context.subscription)
  return (
    <Box
      position="relative"
      bg={chosen ? 'accent.wash' : 'transparent'}
      _notLast={{ borderBottom: '1px solid', borderColor: 'rule' }}
      css={{
        '&:has(input[type=radio]:focus-visible)': {
          outline: '2px solid',
          outlineOffset: '-2px',
          outlineColor: 'accent',
        },
      }}
    >
      <chakra.label
        display="grid"
        gridTemplateColumns={{ base: 'auto 1fr', lg: 'auto minmax(0, 5fr) minmax(0, 5fr) minmax(0, 4fr)' }}
        columnGap="4"
        rowGap="3"
        alignItems="start"
        px={{ base: '4', md: '5.5' }}
        py="4.5"
        cursor="pointer"
      >
        <chakra.input
          type="radio"
          name={name}
          checked={chosen}
          disabled={busy}
          onChange={() => actor.send({ type: 'plan.picked', planId: plan.id })}
          mt="2"
          width="4"
          height="4"
          outline="none"
          accentColor="var(--l-colors-accent)"
        />
        <Box minWidth={0}>
          <Flex align="center" gap="2.5" wrap="wrap">
            <Text as="span" textStyle="section">
              {plan.name}
            </Text>
            <Standing plan={plan} subscription={subscription} />
          </Flex>
          <Text color="ink.2" fontSize="md" mt="0.5">
            {plan.said ? localized(plan.said.description, plan.description) : plan.description}
          </Text>
        </Box>
        <Grid
          as="ul"
          listStyleType="none"
          gridColumn={{ base: '2', lg: 'auto' }}
          order={{ base: '1', lg: '0' }}
          fontSize="md"
          color="ink.2"
          gap="0.5"
        >
          {plan.features.map((feature, place) => (
            <li key={feature}>{localized(plan.said?.features[place] ?? { code: feature }, feature)}</li>
          ))}
        </Grid>
        <Box gridColumn={{ base: '2', lg: 'auto' }}>
          <PlanPrice plan={plan} interval={interval} />
        </Box>
      </chakra.label>
      {chosen && <SeatsField actor={actor} />}
    </Box>
  )
}

function Standing({ plan, subscription }: { plan: Plan; subscription: Subscription | null }) {
  if (subscription?.plan_id === plan.id)
    return <Badge tone="good">{subscription.status === 'trial' ? t('Trial') : t('Your plan')}</Badge>
  return subscription?.next?.plan_id === plan.id ? <Badge tone="caution">{t('Next')}</Badge> : null
}
