import { chakra, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { PlanChangeRef } from '../../machines/plan-change/plan-change.machine.ts'
import type { Interval } from '../../services/contract/billing.ts'
import { t } from '../../texts/t.ts'

const choices = [
  { interval: 'month', label: t('Monthly'), hint: null },
  { interval: 'year', label: t('Yearly'), hint: t('Pay 10 months, get 12') },
] as const satisfies readonly { interval: Interval; label: string; hint: string | null }[]

/** By the month or by the year (S9.8). */
export function IntervalSwitch({ actor, name }: { actor: PlanChangeRef; name: string }) {
  const chosen = useSelector(actor, ({ context }) => context.interval)
  return (
    <chakra.fieldset border="0" p="0" m="0" minWidth={0}>
      <chakra.legend srOnly>{t('Billed')}</chakra.legend>
      <Flex
        display="inline-flex"
        border="1px solid"
        borderColor="rule.2"
        borderRadius="md"
        p="0.5"
        gap="0.5"
        bg="sheet"
      >
        {choices.map(({ interval, label, hint }) => (
          <chakra.label
            key={interval}
            display="flex"
            alignItems="baseline"
            gap="2"
            px="3.5"
            py="1.5"
            borderRadius="sm"
            cursor="pointer"
            fontSize="md"
            fontWeight="semibold"
            color={chosen === interval ? 'accent' : 'ink.2'}
            bg={chosen === interval ? 'accent.wash' : 'transparent'}
            css={{ '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'accent' } }}
          >
            <chakra.input
              type="radio"
              name={name}
              srOnly
              checked={chosen === interval}
              onChange={() => actor.send({ type: 'interval.picked', interval })}
            />
            {label}
            {hint && (
              <Text as="span" fontSize="xs" fontWeight="medium" color="ink.2">
                {hint}
              </Text>
            )}
          </chakra.label>
        ))}
      </Flex>
    </chakra.fieldset>
  )
}
