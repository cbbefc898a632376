import { Box, chakra, Text } from '@chakra-ui/react'
import { useFieldValue, useForm } from './form.tsx'

/** On or off, in a form. */
export function ToggleField({ name, label, hint }: { name: string; label: string; hint: string }) {
  const form = useForm()
  const checked = useFieldValue(name) as boolean
  return (
    <chakra.label display="flex" gap="3" alignItems="flex-start" cursor="pointer">
      <chakra.input
        type="checkbox"
        name={name}
        checked={checked}
        onChange={() => form.send({ type: 'field.changed', name, value: !checked })}
        width="4"
        height="4"
        flexShrink="0"
        mt="1"
        accentColor="var(--l-colors-accent)"
      />
      <Box as="span">
        <Text as="span" display="block" fontWeight="semibold" fontSize="sm">
          {label}
        </Text>
        <Text as="span" textStyle="small" color="ink.2">
          {hint}
        </Text>
      </Box>
    </chakra.label>
  )
}
