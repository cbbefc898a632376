import { Box, chakra, Field } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { inputRecipe } from '../theme/recipes/controls.ts'
import { useFieldError, useFieldValue, useForm } from './form.tsx'

const Select = chakra('select', inputRecipe)

interface SelectFieldProps {
  name: string
  label: ReactNode
  options: readonly { readonly value: string; readonly label: string }[]
  placeholder: string
  autoComplete?: string
  required?: boolean
}

/** One of many, by the browser's own list; the error stands beside it. */
export function SelectField({
  name,
  label,
  options,
  placeholder,
  autoComplete,
  required = false,
}: SelectFieldProps) {
  const form = useForm()
  const value = useFieldValue(name) as string
  const error = useFieldError(name)
  return (
    <Field.Root invalid={error !== null} required={required} id={`field-${name}`}>
      <Box display="flex" width="full">
        <Field.Label>{label}</Field.Label>
      </Box>
      <Select
        id={`field-${name}`}
        name={name}
        value={value}
        autoComplete={autoComplete}
        required={required}
        aria-invalid={error !== null}
        aria-describedby={error ? `field-${name}-error` : undefined}
        onChange={(event) => form.send({ type: 'field.changed', name, value: event.target.value })}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
      {error && <Field.ErrorText id={`field-${name}-error`}>{error}</Field.ErrorText>}
    </Field.Root>
  )
}
