import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { FieldSet } from './field-set.tsx'
import { useFieldError, useFieldValue, useForm } from './form.tsx'

interface Choice {
  readonly id: string
  readonly label: string
  readonly hint: string
}

interface CheckListProps {
  name: string
  label: string
  choices: readonly Choice[]
  empty: string
  /** Whether the value lists the ticked ones or the unticked ones. */
  chooses?: 'in' | 'out'
}

/** Any number of a few choices, in a form. */
export function CheckList({ name, label, choices, empty, chooses = 'in' }: CheckListProps) {
  const form = useForm()
  const held = useFieldValue(name) as readonly string[]
  const error = useFieldError(name)
  const toggle = (id: string) =>
    form.send({
      type: 'field.changed',
      name,
      value: held.includes(id) ? held.filter((other) => other !== id) : [...held, id],
    })
  return (
    <FieldSet label={label}>
      <Box
        border="1px solid"
        borderColor={error ? 'accent' : 'control'}
        borderRadius="sm"
        bg="raised"
        maxHeight="24rem"
        overflowY="auto"
      >
        {choices.length === 0 && (
          <Text color="ink.2" fontSize="md" px="3" py="2.5">
            {empty}
          </Text>
        )}
        {choices.map(({ id, label, hint }) => (
          <chakra.label
            key={id}
            display="flex"
            alignItems="center"
            gap="3"
            px="3"
            py="2.5"
            cursor="pointer"
            _notLast={{ borderBottom: '1px solid', borderColor: 'rule' }}
            _hover={{ bg: 'accent.wash' }}
          >
            <chakra.input
              type="checkbox"
              checked={held.includes(id) === (chooses === 'in')}
              aria-invalid={error !== null}
              onChange={() => toggle(id)}
              width="4"
              height="4"
              accentColor="var(--l-colors-accent)"
            />
            <Flex as="span" flex="1" minWidth="0" wrap="wrap" align="center" columnGap="3">
              <Text as="span" flex="1 0 auto" maxWidth="full" fontSize="md" overflowWrap="anywhere">
                {label}
              </Text>
              <Text as="span" textStyle="small" color="ink.3">
                {hint}
              </Text>
            </Flex>
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
