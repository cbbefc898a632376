import { chakra, Field } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { inputRecipe } from '../theme/recipes/controls.ts'
import { useFieldError, useFieldValue, useForm } from './form.tsx'

const Select = chakra('select', inputRecipe)

interface SelectFieldProps {
  name: string
  label: string
  hint?: ReactNode
  options: readonly { readonly value: string; readonly label: string }[]
}

/** One of many, with the browser's own list: it is searched by typing, and is a wheel on a phone. */
export function SelectField({ name, label, hint, options }: SelectFieldProps) {
  const form = useForm()
  const value = useFieldValue(name) as string
  const error = useFieldError(name)
  return (
    <Field.Root invalid={error !== null} id={`field-${name}`}>
      <Field.Label htmlFor={`field-${name}`}>{label}</Field.Label>
      <Select
        id={`field-${name}`}
        name={name}
        value={value}
        aria-invalid={error !== null}
        onChange={({ target }) => form.send({ type: 'field.changed', name, value: target.value })}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
      {error && <Field.ErrorText>{error}</Field.ErrorText>}
      {hint && !error && <Field.HelperText>{hint}</Field.HelperText>}
    </Field.Root>
  )
}
