import {
  BAD_ADDRESS,
  BILLING_REQUIRED,
  type BillingDetails,
  isAddress,
  missingText,
} from '../../services/contract/billing.ts'
import { t } from '../../texts/t.ts'
import type { FieldErrors, FormContext } from '../shared/form/form.types.ts'
import type { OfOrganization } from './billing.types.ts'

/** S8.11 */
export const DETAILS_NOT_LOADED = t('Failed to load existing billing details.')

/** The form's values: nothing is null while it is being filled in. */
type BillingValues = { readonly [Field in keyof BillingDetails]: string }

export interface BillingContext extends FormContext<BillingValues>, OfOrganization {
  /** ISO 3166 codes. */
  readonly countries: readonly string[]
}

export type BillingEvent =
  | { type: 'field.changed'; name: string; value: unknown }
  | { type: 'form.submitted' }
  | { type: 'form.closed' }

/** S8.11: the fallback if the list cannot be read. */
export const DEFAULT_COUNTRIES = ['US', 'CA', 'GB'] as const

export const blankBilling: BillingValues = {
  name: '',
  email: '',
  company: '',
  address_line1: '',
  address_line2: '',
  city: '',
  state: '',
  postal_code: '',
  country: '',
  phone: '',
  tax_id: '',
}

export const valuesOf = (details: BillingDetails): BillingValues =>
  Object.fromEntries(Object.entries(details).map(([name, value]) => [name, value ?? ''])) as BillingValues

const nullable = ['company', 'address_line2', 'phone', 'tax_id'] as const

/** S5.5: optional fields are sent as null when empty; the state is always a string. */
export const detailsOf = (values: BillingValues): BillingDetails => {
  const trimmed = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.trim()]),
  ) as BillingValues
  return { ...trimmed, ...Object.fromEntries(nullable.map((name) => [name, trimmed[name] || null])) }
}

/** S5.3, S5.4 */
export function billingErrors(values: BillingValues): FieldErrors {
  const required = Object.keys(BILLING_REQUIRED) as (keyof typeof BILLING_REQUIRED)[]
  const missing = required.filter((field) => values[field].trim() === '')
  return {
    ...(!isAddress(values.email.trim()) && { email: BAD_ADDRESS }),
    ...Object.fromEntries(missing.map((field) => [field, missingText(field)])),
  }
}
