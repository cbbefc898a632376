import { chakra, Flex } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'

interface SegmentedProps<Value extends string> {
  /** Accessible name of the group of choices. */
  legend: string
  options: readonly { readonly value: Value; readonly label: ReactNode }[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** One of two or three, side by side. */
export function Segmented<Value extends string>({
  legend,
  options,
  chosen,
  onChoose,
}: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      <chakra.legend srOnly>{legend}</chakra.legend>
      <Flex
        display="inline-flex"
        border="1px solid"
        borderColor="rule.2"
        borderRadius="md"
        p="0.5"
        gap="0.5"
        bg="sheet"
      >
        {options.map(({ value, label }) => (
          <chakra.label
            key={value}
            display="flex"
            alignItems="center"
            px="3.5"
            py="1.5"
            borderRadius="sm"
            cursor="pointer"
            fontSize="md"
            fontWeight="semibold"
            color={chosen === value ? 'accent' : 'ink.2'}
            bg={chosen === value ? 'accent.wash' : 'transparent'}
            css={{
              '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'accent' },
              // In forced-colours mode, the background that marks the chosen one is dropped.
              '@media (forced-colors: active)': {
                '&:has(:checked)': { outline: '2px solid Highlight', outlineOffset: '-2px' },
              },
            }}
          >
            <chakra.input
              type="radio"
              name={name}
              srOnly
              checked={chosen === value}
              onChange={() => onChoose(value)}
            />
            <Flex as="span" align="baseline" gap="2">
              {label}
            </Flex>
          </chakra.label>
        ))}
      </Flex>
    </fieldset>
  )
}
