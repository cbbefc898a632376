import { Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { PlanChangeRef } from '../../machines/billing/plan-change/plan-change.machine.ts'
import { t } from '../../texts/t.ts'
import { Segmented } from '../parts/segmented.tsx'

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
