import { failureOf } from '../failure.ts'
import type { FieldErrors, FormContext } from './form.types.ts'

export interface FieldChange {
  readonly name: string
  readonly value: unknown
}

/** A changed field: what was wrong with it is taken away. */
export function withField<Values extends object>(
  { values, fieldErrors }: FormContext<Values>,
  { name, value }: FieldChange,
) {
  const { [name]: _mended, ...others } = fieldErrors
  return { values: { ...values, [name]: value }, fieldErrors: others }
}

/** A submit that was refused here. */
export const withFieldErrors = ({ refusals }: { refusals: number }, fieldErrors: FieldErrors) => ({
  fieldErrors,
  error: null,
  refusals: refusals + 1,
})

/** A submit that was refused by the server: beside the fields that it names, else for the whole. */
export function withFailure<Values extends object>(
  { values, refusals }: FormContext<Values>,
  error: unknown,
  fallback: string,
) {
  const { fields, message } = failureOf(error, fallback)
  const beside = Object.keys(fields).some((name) => name in values)
  return { fieldErrors: fields as FieldErrors, error: beside ? null : message, refusals: refusals + 1 }
}
