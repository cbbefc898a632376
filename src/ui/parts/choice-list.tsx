import { Box, type BoxProps, chakra, Flex, Text } from '@chakra-ui/react'
import type { ComponentProps, ReactNode } from 'react'
import { FieldSet, FieldsetNote } from './field-set.tsx'
import { NothingMatches, useFind } from './find.tsx'
import { useFieldError, useFieldValue, useForm } from './form.tsx'

interface CheckListProps {
  name: string
  label: string
  /** `words` are found, but not shown. */
  choices: readonly {
    readonly id: string
    readonly label: string
    readonly hint: string
    readonly words?: string
  }[]
  empty: string
  /** Label of the field that filters a long list. */
  find?: string
  /** Whether the value lists the ticked ones or the unticked ones. */
  chooses?: 'in' | 'out'
}

/** Any number of the choices, in a form; what is typed filters a long list, and changed ones stay. */
export function CheckList({ name, label, choices, empty, find, chooses = 'in' }: CheckListProps) {
  const form = useForm()
  const held = useFieldValue(name) as readonly string[]
  const { field, found } = useFind(find, choices, ({ label, words = '' }) => `${label} ${words}`)
  const shown = choices.filter((choice) => held.includes(choice.id) || found.includes(choice))
  const toggle = (id: string) =>
    form.send({
      type: 'field.changed',
      name,
      value: held.includes(id) ? held.filter((other) => other !== id) : [...held, id],
    })
  return (
    <Choices name={name} label={label} maxHeight="24rem" overflowY="auto" above={field}>
      {choices.length === 0 && (
        <Text color="ink.2" fontSize="md" px="3" py="2.5">
          {empty}
        </Text>
      )}
      {choices.length > 0 && shown.length === 0 && <NothingMatches />}
      {shown.map(({ id, label, hint }) => (
        <Choice
          key={id}
          align="center"
          type="checkbox"
          name={name}
          checked={held.includes(id) === (chooses === 'in')}
          onChange={() => toggle(id)}
        >
          <Flex as="span" flex="1" minWidth="0" wrap="wrap" align="center" columnGap="3">
            <Text as="span" flex="1 0 auto" maxWidth="full" fontSize="md" overflowWrap="anywhere">
              {label}
            </Text>
            <Text as="span" textStyle="small" color="ink.3">
              {hint}
            </Text>
          </Flex>
        </Choice>
      ))}
    </Choices>
  )
}

interface RadioListProps {
  name: string
  label: string
  choices: readonly { readonly value: string; readonly label: string; readonly hint: string }[]
}

/** One of a few choices with explanations, in a form. */
export function RadioList({ name, label, choices }: RadioListProps) {
  const form = useForm()
  const chosen = useFieldValue(name)
  return (
    <Choices name={name} label={label}>
      {choices.map(({ value, label, hint }) => (
        <Choice
          key={value}
          align="baseline"
          type="radio"
          name={name}
          value={value}
          checked={chosen === value}
          onChange={() => form.send({ type: 'field.changed', name, value })}
        >
          <Box minWidth={0}>
            <Text as="span" display="block" fontSize="md" fontWeight="semibold">
              {label}
            </Text>
            <Text as="span" display="block" textStyle="small" color="ink.2">
              {hint}
            </Text>
          </Box>
        </Choice>
      ))}
    </Choices>
  )
}

/** A box around choices, below their label; a longer list than its maximum scrolls. */
function Choices({
  name,
  label,
  above,
  children,
  ...box
}: { name: string; label: string; above?: ReactNode } & BoxProps) {
  const error = useFieldError(name)
  return (
    <FieldSet label={label}>
      {above}
      <Box
        border="1px solid"
        borderColor={error ? 'accent' : 'control'}
        borderRadius="sm"
        bg="raised"
        {...box}
      >
        {children}
      </Box>
      <FieldsetNote error={error} />
    </FieldSet>
  )
}

type ChoiceProps = ComponentProps<typeof chakra.input> & { name: string; align: 'center' | 'baseline' }

const Choice = ({ align, children, ...input }: ChoiceProps) => (
  <chakra.label
    display="flex"
    alignItems={align}
    gap="3"
    px="3"
    py="2.5"
    cursor="pointer"
    _notLast={{ borderBottom: '1px solid', borderColor: 'rule' }}
    _hover={{ bg: 'accent.wash' }}
  >
    <chakra.input
      aria-invalid={useFieldError(input.name) !== null}
      width="4"
      height="4"
      flexShrink={0}
      accentColor="var(--l-colors-accent)"
      {...input}
    />
    {children}
  </chakra.label>
)
