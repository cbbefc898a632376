import { Flex, Spinner } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { PaymentReturnRef } from '../../machines/billing/payment-return.machine.ts'
import { t } from '../../texts/t.ts'
import { useSearchParam } from '../actors.ts'
import { Button } from '../parts/button.tsx'
import { formatMoment } from '../parts/format.ts'
import { ButtonLink } from '../parts/link.tsx'
import { Notice } from '../parts/notice.tsx'
import { Rich } from '../parts/rich.tsx'
import { useProvidedActor } from '../provided.ts'
import { AuthLayout } from '../shell/auth-layout.tsx'

const texts = {
  waiting: {
    title: t('One moment.'),
    lead: t('Your payment is being confirmed. You can leave this page; your plan starts automatically.'),
  },
  late: {
    title: t('Still processing.'),
    lead: t('The confirmation is taking longer than usual. Your plan starts as soon as it arrives.'),
  },
  confirmed: { title: t('Thank you.'), lead: t('Payment confirmed.') },
  declined: {
    title: t('Payment failed.'),
    lead: t('The payment did not go through. Your plan has not changed.'),
  },
  unnamed: {
    title: t('Thank you.'),
    lead: t('Your plan starts as soon as your payment is confirmed. There is nothing more to do here.'),
  },
  missing: { title: t('Payment not found.'), lead: t('Payment not found.') },
} as const

type Phase = keyof typeof texts
const phases = Object.keys(texts) as Phase[]

/** S2.7: public; says when the payment has arrived, and until then that it is waiting. */
export function PaymentSuccessScreen() {
  const actor = useProvidedActor('paymentReturn', {
    input: { reference: useSearchParam('order') ?? '' },
  })
  const phase = useSelector(actor, (payment) => phases.find((tag) => payment.hasTag(tag)) ?? 'waiting')
  return (
    <AuthLayout {...texts[phase]}>
      <Flex direction="column" gap="6" align="flex-start" aria-live="polite">
        <Outcome actor={actor} phase={phase} />
      </Flex>
    </AuthLayout>
  )
}

function Outcome({ actor, phase }: { actor: PaymentReturnRef; phase: Phase }) {
  const plan = useSelector(actor, ({ context }) => context.planName)
  const seats = useSelector(actor, ({ context }) => context.moreSeats)
  const isCredited = useSelector(actor, ({ context }) => context.isCredited)
  const startsAt = useSelector(actor, ({ context }) => context.startsAt)
  if (phase === 'waiting')
    return (
      <Flex role="status" align="center" gap="3" color="ink.2">
        <Spinner aria-hidden />
        {t('Waiting for the confirmation…')}
      </Flex>
    )
  if (phase === 'unnamed') return <WaysOn />
  if (phase === 'confirmed')
    return (
      <>
        <Notice tone="good">
          <Rich
            text={
              isCredited
                ? t(
                    'A later order was paid first. This payment was credited to your <0>{plan}</0> plan: it counts if you change to a larger plan before your period ends. Otherwise, ask for a refund.',
                    { plan },
                  )
                : seats !== null
                  ? t(
                      'Your organization has {seats, plural, one {# more seat} other {# more seats}} on <0>{plan}</0>.',
                      { seats, plan },
                    )
                  : startsAt === null
                    ? t('Your <0>{plan}</0> plan has started.', { plan })
                    : t('Your <0>{plan}</0> plan starts on {date}, when your current period ends.', {
                        plan,
                        date: formatMoment(startsAt),
                      })
            }
            parts={[<b />]}
          />
        </Notice>
        <WaysOn />
      </>
    )
  return (
    <Flex gap="3" wrap="wrap">
      {phase === 'late' && (
        <Button variant="primary" size="lg" onClick={() => actor.send({ type: 'check.requested' })}>
          {t('Check again')}
        </Button>
      )}
      <ButtonLink to="/pricing" size="lg" variant={phase === 'late' ? 'outline' : 'primary'}>
        {phase === 'declined' ? t('Pay another way') : t('See the plans')}
      </ButtonLink>
      <ButtonLink to="/payment" size="lg">
        {t('See your payments')}
      </ButtonLink>
    </Flex>
  )
}

const WaysOn = () => (
  <Flex gap="3" wrap="wrap">
    <ButtonLink to="/" variant="primary" size="lg">
      {t('Go to Lectern')}
    </ButtonLink>
    <ButtonLink to="/payment" size="lg">
      {t('See your payments')}
    </ButtonLink>
  </Flex>
)
