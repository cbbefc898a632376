import { Box, chakra, Flex, Spinner, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { useId } from 'react'
import type { PlanChangeRef } from '../../machines/billing/plan-change/plan-change.machine.ts'
import {
  chosenPlan,
  chosenSeats,
  isOtherSeats,
  isRenewable,
  seatPrice,
  yearlyPrice,
} from '../../machines/billing/plan-change/plan-change.setup.ts'
import { canOwn } from '../../machines/organizations/organizations/organizations.selectors.ts'
import { t } from '../../texts/t.ts'
import { Button } from '../parts/button.tsx'
import { Anchor } from '../parts/link.tsx'
import { Loading } from '../parts/loading.tsx'
import { Notice } from '../parts/notice.tsx'
import { Rich } from '../parts/rich.tsx'
import { Segmented } from '../parts/segmented.tsx'
import { FailedRead, SkeletonLine } from '../parts/states.tsx'
import { Toggle } from '../parts/toggle-field.tsx'
import { useWorkspace } from '../workspace.ts'
import { BillingDetailsDialog } from './billing-details-dialog.tsx'
import { ConfirmChangeDialog } from './confirm-change-dialog.tsx'
import { formatDollars } from './format.ts'
import { PlanRows } from './plan-rows.tsx'
import { ONLY_OWNERS, StandingLine } from './standing-line.tsx'

const intervals = [
  { value: 'month', label: t('Monthly') },
  {
    value: 'year',
    label: (
      <>
        {t('Yearly')}
        <Text as="span" fontSize="xs" fontWeight="medium" color="ink.2">
          {t('Pay 10 months, get 12')}
        </Text>
      </>
    ),
  },
] as const

/** Monthly or yearly (S9.8). */
export function IntervalSwitch({ actor }: { actor: PlanChangeRef }) {
  const chosen = useSelector(actor, ({ context }) => context.interval)
  return (
    <Segmented
      legend={t('Billed')}
      options={intervals}
      chosen={chosen}
      onChoose={(interval) => actor.send({ type: 'interval.picked', interval })}
    />
  )
}

/** Chooses and pays for a plan: on its page, and in the upgrade dialog. */
export function PlanChooser({ actor }: { actor: PlanChangeRef }) {
  const loading = useSelector(actor, (change) => change.hasTag('loading'))
  const failed = useSelector(actor, (change) => change.hasTag('failed'))
  const error = useSelector(actor, ({ context }) => context.error)
  const billing = useSelector(actor, (change) => change.children.billingDetails)
  const name = useId()
  if (loading) return <Waiting />
  if (failed) return <FailedRead actor={actor} message={error} />
  return (
    <chakra.form
      noValidate
      display="grid"
      gap="5"
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'form.submitted' })
      }}
    >
      <Flex justify="space-between" align="center" gap="4" wrap="wrap">
        <Standing actor={actor} />
        <IntervalSwitch actor={actor} />
      </Flex>
      <PlanRows actor={actor} name={name} />
      <RenewalChoice actor={actor} />
      {error && <Notice tone="error">{error}</Notice>}
      <Foot actor={actor} />
      <BillingDetailsDialog actor={billing} submit={t('Save and continue')} />
      <ConfirmChangeDialog actor={actor} />
    </chakra.form>
  )
}

function Standing({ actor }: { actor: PlanChangeRef }) {
  const plans = useSelector(actor, ({ context }) => context.plans)
  const subscription = useSelector(actor, ({ context }) => context.subscription)
  const mayUndo = useSelector(actor, (change) => change.can({ type: 'change.undone' }))
  const owns = useSelector(useWorkspace().organizations, canOwn)
  if (!subscription) return null
  return (
    <Flex flex="1 1 20rem" gap="3" align="center" wrap="wrap" color="ink.2" css={{ '& b': { color: 'ink' } }}>
      <Box flex="1 1 16rem" maxWidth="34rem">
        <StandingLine plans={plans} subscription={subscription} />
      </Box>
      {owns && mayUndo && (
        <Button size="sm" onClick={() => actor.send({ type: 'change.undone' })}>
          {t('Undo the change')}
        </Button>
      )}
    </Flex>
  )
}

/** Whether the plan renews by card: when, for how much, and how to end it. */
function RenewalChoice({ actor }: { actor: PlanChangeRef }) {
  const isOffered = useSelector(actor, ({ context }) => isRenewable(context) && !isOtherSeats(context))
  const plan = useSelector(actor, ({ context }) => chosenPlan(context))
  const interval = useSelector(actor, ({ context }) => context.interval)
  const seats = useSelector(actor, ({ context }) => chosenSeats(context) ?? 0)
  const renews = useSelector(actor, ({ context }) => context.renews)
  const busy = useSelector(actor, (change) => change.hasTag('busy'))
  const yearly = plan && yearlyPrice(plan)
  if (!isOffered || !plan || plan.price === 'Custom' || !yearly) return null
  const price = formatDollars(
    (interval === 'year' ? yearly.perYear : plan.price) + seats * seatPrice(plan, interval),
  )
  return (
    <Toggle
      label={t('Renew automatically')}
      hint={t(
        'Your card is charged {price} at the end of each {interval, select, year {year} other {month}}. You can stop this at any time under Settings → Subscription; your plan then ends with the paid period.',
        { price, interval },
      )}
      checked={renews}
      disabled={busy}
      onToggle={() => actor.send({ type: 'renewal.picked', renews: !renews })}
    />
  )
}

function Foot({ actor }: { actor: PlanChangeRef }) {
  const plan = useSelector(actor, ({ context }) => chosenPlan(context))
  const busy = useSelector(actor, (change) => change.hasTag('busy'))
  const leaving = useSelector(actor, (change) => change.hasTag('leaving'))
  const owns = useSelector(useWorkspace().organizations, canOwn)
  if (!owns) return <Text color="ink.2">{ONLY_OWNERS}</Text>
  return (
    <Flex justify="flex-end" align="center" gap="4" wrap="wrap">
      {plan?.is_contact_only && plan.contact_email && (
        <Text color="ink.2" fontSize="md" flex="1 1 16rem">
          <Rich
            text={t('For {name}, contact <0>{email}</0>.', { name: plan.name, email: plan.contact_email })}
            parts={[<Anchor tone="accent" href={`mailto:${plan.contact_email}`} />]}
          />
        </Text>
      )}
      <Button type="submit" variant="primary" size="lg" disabled={busy}>
        {busy && <Spinner aria-hidden />}
        {leaving ? t('Opening the payment page…') : busy ? t('One moment…') : t('Continue')}
      </Button>
    </Flex>
  )
}

const Waiting = () => (
  <Loading gap="5">
    <SkeletonLine width="24rem" />
    <Stack gap="0" border="1px solid" borderColor="rule" borderRadius="lg" bg="raised">
      {Array.from({ length: 5 }, (_, place) => (
        <Stack key={place} gap="2.5" p="5" _notLast={{ borderBottom: '1px solid', borderColor: 'rule' }}>
          <SkeletonLine width="20%" height="1.5em" />
          <SkeletonLine width="60%" />
        </Stack>
      ))}
    </Stack>
  </Loading>
)
