import { Box, Flex, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { RenewalRef } from '../../machines/billing/renewal.machine.ts'
import { canOwn } from '../../machines/organizations/organizations/organizations.selectors.ts'
import type { Card, Plan, Renewal, Subscription } from '../../services/contract/billing.ts'
import { t } from '../../texts/t.ts'
import { Button } from '../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../parts/dialog.tsx'
import { formatMoment } from '../parts/format.ts'
import { Notice } from '../parts/notice.tsx'
import { useProvidedActor } from '../provided.ts'
import { useOrganizationId, useWorkspace } from '../workspace.ts'
import { formatCents } from './format.ts'
import { endsAtOnce, planName } from './standing-line.tsx'

interface RenewalNoteProps {
  subscription: Subscription
  plans: readonly Plan[]
}

/** The next charge to the card on file, and the ways to change or stop it. */
export function RenewalNote({ subscription, plans }: RenewalNoteProps) {
  const actor = useProvidedActor('renewal', { input: { organizationId: useOrganizationId() } })
  const renewal = useSelector(actor, ({ context }) => context.renewal)
  const owns = useSelector(useWorkspace().organizations, canOwn)
  if (!renewal) return null
  return (
    <Stack gap="3" mt="2">
      <Standing renewal={renewal} plan={planName(plans, subscription.plan_id)} />
      {owns && <Ways actor={actor} />}
      <StopDialog actor={actor} renewal={renewal} subscription={subscription} plans={plans} />
    </Stack>
  )
}

/** `Visa ending in 4242` */
function cardName(card: Card | null) {
  if (!card) return t('Your card')
  const { brand, last4 } = card
  return brand === 'test'
    ? t('The test card ending in {digits}', { digits: last4 })
    : t('{brand} ending in {digits}', {
        brand: brand.charAt(0).toUpperCase() + brand.slice(1),
        digits: last4,
      })
}

function Standing({
  renewal: { state, card, amount, charged_at, ends_at },
  plan,
}: {
  renewal: Renewal
  plan: string
}) {
  if (state === 'canceled') return <Text>{t('The card is no longer charged.')}</Text>
  if (state === 'past_due')
    return (
      <Box color="ink">
        <Notice tone="error">
          {t(
            '{card} was declined. We will try again on {date}. Change the card or pay now; otherwise {plan} ends on {end}.',
            {
              card: cardName(card),
              date: formatMoment(charged_at),
              plan,
              end: formatMoment(ends_at ?? charged_at),
            },
          )}
        </Notice>
      </Box>
    )
  return (
    <Text>
      {t('{card} will be charged {amount} on {date}.', {
        card: cardName(card),
        amount: formatCents(amount),
        date: formatMoment(charged_at),
      })}
    </Text>
  )
}

function Ways({ actor }: { actor: RenewalRef }) {
  const busy = useSelector(actor, (renewal) => renewal.hasTag('busy'))
  const canceled = useSelector(actor, (renewal) => renewal.hasTag('canceled'))
  return (
    <Flex gap="3" wrap="wrap">
      {canceled ? (
        <Button size="sm" disabled={busy} onClick={() => actor.send({ type: 'resume.requested' })}>
          {t('Resume renewal')}
        </Button>
      ) : (
        <>
          <Button size="sm" disabled={busy} onClick={() => actor.send({ type: 'card.requested' })}>
            {t('Change card')}
          </Button>
          <Button size="sm" disabled={busy} onClick={() => actor.send({ type: 'stop.requested' })}>
            {t('Stop renewal')}
          </Button>
        </>
      )}
    </Flex>
  )
}

function StopDialog({
  actor,
  renewal: { state, charged_at },
  subscription: { plan_id },
  plans,
}: RenewalNoteProps & { actor: RenewalRef; renewal: Renewal }) {
  const open = useSelector(actor, (renewal) => renewal.hasTag('asking'))
  const busy = useSelector(actor, (renewal) => renewal.hasTag('busy'))
  const plan = planName(plans, plan_id)
  const refuse = () => actor.send({ type: 'stop.refused' })
  return (
    <Dialog open={open} locked={busy} size="md" title={t('Stop the renewal?')} onClose={refuse}>
      <DialogBody>
        <Text color="ink.2">
          {state === 'past_due'
            ? endsAtOnce(plan)
            : t(
                'You can resume the renewal until {end}. After that your organization is on Free. Your data stays; older entries of the audit log stay for another month.',
                { end: formatMoment(charged_at) },
              )}
        </Text>
      </DialogBody>
      <DialogFooter>
        <Button onClick={refuse} disabled={busy}>
          {t('Keep renewal')}
        </Button>
        <Button variant="danger" disabled={busy} onClick={() => actor.send({ type: 'stop.confirmed' })}>
          {t('Stop renewal')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
