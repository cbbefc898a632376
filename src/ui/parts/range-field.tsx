import { chakra, Field, Text } from '@chakra-ui/react'
import { useId } from 'react'
import { useFieldValue, useForm } from './form.tsx'

interface RangeFieldProps {
  name: string
  label: string
  hint: string
  min: number
  max: number
  step: number
  /** The value in words. */
  said: (value: number) => string
}

/** A number within a range, in a form. */
export function RangeField({ name, label, hint, min, max, step, said }: RangeFieldProps) {
  const form = useForm()
  const value = useFieldValue(name) as number
  const id = useId()
  return (
    <Field.Root id={id}>
      <Field.Label display="flex" justifyContent="space-between" width="full">
        {label}
        <Text as="span" color="ink.2" fontWeight="normal">
          {said(value)}
        </Text>
      </Field.Label>
      <chakra.input
        type="range"
        id={id}
        name={name}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={said(value)}
        width="full"
        accentColor="var(--l-colors-accent)"
        onChange={({ target }) => form.send({ type: 'field.changed', name, value: Number(target.value) })}
      />
      <Field.HelperText>{hint}</Field.HelperText>
    </Field.Root>
  )
}
