import { Box, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { PlanChangeRef } from '../../machines/billing/plan-change/plan-change.machine.ts'
import { chosenPlan, isFree, isOtherSeats } from '../../machines/billing/plan-change/plan-change.setup.ts'
import type { LimitKey, PlanPreview } from '../../services/contract/billing.ts'
import { t } from '../../texts/t.ts'
import { Button } from '../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../parts/dialog.tsx'
import { formatMoment } from '../parts/format.ts'
import { formatCents } from './format.ts'
import { limitAmount } from './meters.tsx'
import { endsAtOnce, planName } from './standing-line.tsx'

const what: Record<LimitKey, string> = {
  members: t('Members'),
  integrations: t('Integrations'),
  documents: t('Documents'),
  storage_bytes: t('Storage'),
  messages_month: t('Questions per month'),
}

/** Before a smaller plan or another number of seats: its cost, what exceeds its limits, and when it begins. */
export function ConfirmChangeDialog({ actor }: { actor: PlanChangeRef }) {
  const open = useSelector(actor, (change) => change.hasTag('confirming'))
  const preview = useSelector(actor, ({ context }) => context.preview)
  const isSeats = useSelector(actor, ({ context }) => isOtherSeats(context))
  const name = useSelector(actor, ({ context }) => chosenPlan(context)?.name ?? '')
  const refuse = () => actor.send({ type: 'change.refused' })
  if (!preview) return null
  const { effective_at, due_now, over, seats = 0 } = preview
  const title = isSeats
    ? t('Change to {seats, plural, one {# additional seat} other {# additional seats}}?', { seats })
    : t('Change to {name}?', { name })
  const confirm = isSeats
    ? effective_at !== null || due_now === null
      ? t('Change seats')
      : t('Continue to payment')
    : t('Change to {name}', { name })
  return (
    <Dialog open={open} locked={false} title={title} onClose={refuse}>
      <DialogBody display="grid" gap="4">
        <Text color="ink.2">
          <Beginning actor={actor} preview={preview} />
        </Text>
        <Price actor={actor} preview={preview} />
        {!isSeats &&
          (over.length > 0 ? (
            <Over name={name} over={over} />
          ) : (
            <Text>{t('Everything you have fits in {name}.', { name })}</Text>
          ))}
      </DialogBody>
      <DialogFooter>
        <Button onClick={refuse}>{isSeats ? t('Keep my seats') : t('Keep my plan')}</Button>
        <Button variant="primary" onClick={() => actor.send({ type: 'change.confirmed' })}>
          {confirm}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

interface PreviewProps {
  actor: PlanChangeRef
  preview: PlanPreview
}

function Beginning({ actor, preview: { effective_at, due_now } }: PreviewProps) {
  const isSeats = useSelector(actor, ({ context }) => isOtherSeats(context))
  const chosen = useSelector(actor, ({ context }) => chosenPlan(context))
  const left = useSelector(actor, ({ context: { plans, subscription } }) =>
    planName(plans, subscription?.plan_id ?? ''),
  )
  const name = chosen?.name ?? ''
  const paidUntil = useSelector(actor, ({ context: { subscription } }) =>
    subscription?.status === 'paid' ? subscription.period_end : null,
  )
  const date = effective_at ? formatMoment(effective_at) : ''
  // Past due: the paid period is over, and the next charge to the card is for the choice.
  if (effective_at === null && due_now === null) {
    if (chosen && isFree(chosen)) return endsAtOnce(left)
    return isSeats
      ? t('You keep the seats you have until the renewal is paid, and can undo this until then.')
      : t('{name} starts when the renewal is paid. Nothing changes until then, and you can undo this.', {
          name,
        })
  }
  if (isSeats && effective_at)
    return t('You keep the seats you have until {date}, and can undo this until then.', { date })
  if (isSeats) return t('You can use the seats as soon as you pay. They are part of your plan from then on.')
  if (effective_at)
    return t('{name} starts on {effective_at}. Nothing changes until then, and you can undo this.', {
      name,
      effective_at: date,
    })
  // A smaller plan never cuts a paid period short: this one is paid for now, and follows it.
  return paidUntil
    ? t('You pay now for {name}. It starts on {date}, when the paid period ends.', {
        name,
        date: formatMoment(paidUntil),
      })
    : t('{name} starts as soon as you pay.', { name })
}

/** Amounts due now and per full period; empty if the server does not return them. */
function Price({ actor, preview: { due_now, next_amount, seats = 0 } }: PreviewProps) {
  const interval = useSelector(actor, ({ context }) => context.interval)
  const name = useSelector(actor, ({ context }) => chosenPlan(context)?.name ?? '')
  const isSeats = useSelector(actor, ({ context }) => isOtherSeats(context))
  if (!next_amount) return null
  return (
    <Facts
      facts={[
        ...(due_now
          ? [
              {
                term: isSeats ? t('Now, for the rest of the paid period') : t('Now'),
                value: formatCents(due_now),
              },
            ]
          : []),
        {
          term:
            seats > 0
              ? t(
                  'Each {interval, select, year {year} other {month}} after that: {name} with {seats, plural, one {# additional seat} other {# additional seats}}',
                  { interval, name, seats },
                )
              : t('Each {interval, select, year {year} other {month}} after that: {name}', {
                  interval,
                  name,
                }),
          value: formatCents(next_amount),
        },
      ]}
    />
  )
}

const Over = ({ name, over }: { name: string; over: PlanPreview['over'] }) => (
  <Stack gap="2.5">
    <Text fontWeight="semibold">{t('Over the limits of {name}:', { name })}</Text>
    <Facts
      facts={over.map(({ key, used, max }) => ({
        term: what[key],
        value: (
          <>
            {limitAmount(key, used)}{' '}
            <Text as="span" color="ink.2">
              {t('of {limit}', { limit: limitAmount(key, max) })}
            </Text>
          </>
        ),
      }))}
    />
    <Text textStyle="small" color="ink.2">
      {t(
        'Your data stays. You can still read, export and delete everything, but not add more until it fits.',
      )}
    </Text>
  </Stack>
)

const Facts = ({ facts }: { facts: readonly { term: string; value: ReactNode }[] }) => (
  <Box as="ul" listStyleType="none" border="1px solid" borderColor="rule" borderRadius="md" bg="raised">
    {facts.map(({ term, value }) => (
      <Box
        as="li"
        key={term}
        display="flex"
        justifyContent="space-between"
        gap="4"
        px="4"
        py="2.5"
        fontSize="md"
        _notLast={{ borderBottom: '1px solid', borderColor: 'rule' }}
      >
        <Text overflowWrap="anywhere" minWidth={0}>
          {term}
        </Text>
        <Text whiteSpace="nowrap">{value}</Text>
      </Box>
    ))}
  </Box>
)
