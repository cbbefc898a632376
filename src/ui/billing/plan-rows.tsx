import { Box, chakra, Flex, Grid, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { PlanChangeRef } from '../../machines/billing/plan-change/plan-change.machine.ts'
import type { Plan, Subscription } from '../../services/contract/billing.ts'
import { localized } from '../../texts/localized.ts'
import { t } from '../../texts/t.ts'
import { Badge } from '../parts/status-badge.tsx'
import { PlanPrice } from './plan-price.tsx'
import { SeatsField } from './seats-field.tsx'

interface PlanRowsProps {
  actor: PlanChangeRef
  /** Name of the radio group. */
  name: string
}

/** The price list: one ruled row per plan, one of them chosen. */
export function PlanRows({ actor, name }: PlanRowsProps) {
  const plans = useSelector(actor, ({ context }) => context.plans)
  return (
    <chakra.fieldset border="0" p="0" m="0" minWidth={0}>
      <chakra.legend srOnly>{t('Plan')}</chakra.legend>
      <Box border="1px solid" borderColor="rule" borderRadius="lg" bg="raised" overflow="hidden">
        {plans.map((plan) => (
          <Row key={plan.id} actor={actor} name={name} plan={plan} />
        ))}
      </Box>
    </chakra.fieldset>
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
