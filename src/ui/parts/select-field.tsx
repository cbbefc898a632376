import { Box, chakra, Field } from '@chakra-ui/react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { inputRecipe } from '../theme/recipes/controls.ts'
import { useFieldError, useFieldValue, useForm } from './form.tsx'

const List = chakra('select', inputRecipe)

interface SelectProps extends Omit<ComponentProps<typeof List>, 'children'> {
  /** The meaning of an empty value, if there may be one. */
  none?: string | undefined
  options: readonly (readonly [value: string | number, label: ReactNode])[]
}

/** The browser's own list: it is searched by typing, and is a wheel on a phone. */
export const Select = ({ none, options, ...props }: SelectProps) => (
  <List {...props}>
    {none !== undefined && <option value="">{none}</option>}
    {options.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </List>
)

interface SelectFieldProps {
  name: string
  label: ReactNode
  hint?: ReactNode
  options: readonly { readonly value: string; readonly label: string }[]
  /** Shown while nothing is chosen. */
  placeholder?: string
  autoComplete?: string
  required?: boolean
  /** Converts the chosen value for the form; unchanged by default. */
  parse?: (value: string) => unknown
  /** Converts the form's value to a choice; unchanged by default. */
  choiceOf?: (kept: unknown) => string
}

/** One of many, in a form. */
export function SelectField({
  name,
  label,
  hint,
  options,
  placeholder,
  autoComplete,
  required = false,
  parse = (chosen) => chosen,
  choiceOf = String,
}: SelectFieldProps) {
  const form = useForm()
  const value = choiceOf(useFieldValue(name))
  const error = useFieldError(name)
  // A dialog may be open above a page with a field of the same name.
  const id = useId()
  return (
    <Field.Root invalid={error !== null} required={required} id={id}>
      <Box display="flex" width="full">
        <Field.Label>{label}</Field.Label>
      </Box>
      <Select
        id={id}
        name={name}
        value={value}
        autoComplete={autoComplete}
        required={required}
        aria-invalid={error !== null}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => form.send({ type: 'field.changed', name, value: parse(target.value) })}
        none={placeholder}
        options={options.map((option) => [option.value, option.label])}
      />
      {error && <Field.ErrorText id={`${id}-error`}>{error}</Field.ErrorText>}
      {hint && !error && <Field.HelperText>{hint}</Field.HelperText>}
    </Field.Root>
  )
}
