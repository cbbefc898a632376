import { Box, chakra, Text } from '@chakra-ui/react'
import { FieldSet } from './field-set.tsx'
import { useFieldError, useFieldValue, useForm } from './form.tsx'

interface RadioListProps {
  name: string
  label: string
  choices: readonly { readonly value: string; readonly label: string; readonly hint: string }[]
}

/** One of a few choices with explanations, in a form. */
export function RadioList({ name, label, choices }: RadioListProps) {
  const form = useForm()
  const chosen = useFieldValue(name)
  const error = useFieldError(name)
  return (
    <FieldSet label={label}>
      <Box border="1px solid" borderColor={error ? 'accent' : 'control'} borderRadius="sm" bg="raised">
        {choices.map(({ value, label: choice, hint }) => (
          <chakra.label
            key={value}
            display="flex"
            alignItems="baseline"
            gap="3"
            px="3"
            py="2.5"
            cursor="pointer"
            _notLast={{ borderBottom: '1px solid', borderColor: 'rule' }}
            _hover={{ bg: 'accent.wash' }}
          >
            <chakra.input
              type="radio"
              name={name}
              value={value}
              checked={chosen === value}
              aria-invalid={error !== null}
              onChange={() => form.send({ type: 'field.changed', name, value })}
              accentColor="var(--l-colors-accent)"
              width="4"
              height="4"
              flexShrink={0}
            />
            <Box minWidth={0}>
              <Text as="span" display="block" fontSize="md" fontWeight="semibold">
                {choice}
              </Text>
              <Text as="span" display="block" textStyle="small" color="ink.2">
                {hint}
              </Text>
            </Box>
          </chakra.label>
        ))}
      </Box>
      {error && (
        <Text role="alert" textStyle="small" color="accent" fontWeight="medium" mt="1.5">
          {error}
        </Text>
      )}
    </FieldSet>
  )
}
