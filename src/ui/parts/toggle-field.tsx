import { Box, chakra, Text } from '@chakra-ui/react'
import { useFieldValue, useForm } from './form.tsx'

interface ToggleProps {
  name?: string
  label: string
  hint?: string
  checked: boolean
  disabled?: boolean
  onToggle: () => void
}

/** On or off, in a form. */
export function ToggleField({ name, ...words }: Pick<ToggleProps, 'label' | 'hint'> & { name: string }) {
  const form = useForm()
  const checked = useFieldValue(name) as boolean
  return (
    <Toggle
      {...words}
      name={name}
      checked={checked}
      onToggle={() => form.send({ type: 'field.changed', name, value: !checked })}
    />
  )
}

/** On or off; with a hint, the label is bold. */
export function Toggle({ label, hint, onToggle, ...box }: ToggleProps) {
  return (
    <chakra.label display="flex" gap={hint ? '3' : '2'} alignItems="flex-start" cursor="pointer">
      <chakra.input
        type="checkbox"
        {...box}
        onChange={onToggle}
        width="4"
        height="4"
        flexShrink="0"
        mt="1"
        accentColor="var(--l-colors-accent)"
      />
      <Box as="span">
        <Text as="span" display="block" fontWeight={hint ? 'semibold' : 'normal'} fontSize="sm">
          {label}
        </Text>
        {hint && (
          <Text as="span" textStyle="small" color="ink.2">
            {hint}
          </Text>
        )}
      </Box>
    </chakra.label>
  )
}
