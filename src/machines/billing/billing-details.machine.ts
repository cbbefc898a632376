import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import {
  BAD_ADDRESS,
  BILLING_REQUIRED,
  type BillingDetails,
  isAddress,
  missingText,
} from '../../services/contract/billing.ts'
import { t } from '../../texts/t.ts'
import { statusOf } from '../failure.ts'
import { notProvided } from '../not-provided.ts'
import {
  changesField,
  doubtsOpened,
  type FieldErrors,
  type FormContext,
  formActions,
  openedAfter,
  remembersFailure,
  submitsTo,
} from '../shared/form/form.parts.ts'
import { showToast } from '../system.ts'
import { type OfOrganization, ofOrganization } from './billing.types.ts'

/** S8.11 */
export const DETAILS_NOT_LOADED = t('Failed to load existing billing details.')

/** The form's values: nothing is null while it is being filled in. */
type BillingValues = { readonly [Field in keyof BillingDetails]: string }

interface BillingContext extends FormContext<BillingValues>, OfOrganization {
  /** ISO 3166 codes. */
  readonly countries: readonly string[]
  /** The values as the form was opened; null if others may be stored since. */
  readonly opened: BillingValues | null
}

/** The typed details, and those as the form was opened: only differences are saved. */
export interface BillingChange extends OfOrganization {
  readonly details: BillingDetails
  readonly opened: BillingDetails | null
}

type BillingEvent =
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

/** S3.5, S5.3 to S5.5, S8.11. Ends with whether the details were saved. */
export const billingDetailsMachine = setup({
  types: {} as {
    context: BillingContext
    events: BillingEvent
    input: OfOrganization
    output: { saved: boolean }
    tags: 'loading' | 'open' | 'busy'
    children: { loadDetails: 'loadDetails'; loadCountries: 'loadCountries'; saveDetails: 'saveDetails' }
  },
  actors: {
    loadDetails: fromPromise<BillingDetails, OfOrganization>(notProvided('loadDetails')),
    loadCountries: fromPromise<readonly string[]>(notProvided('loadCountries')),
    saveDetails: fromPromise<unknown, BillingChange>(notProvided('saveDetails')),
  },
  guards: {
    isValid: ({ context }) => Object.keys(billingErrors(context.values)).length === 0,
    isMissing: (_, { error }: { error: unknown }) => statusOf(error) === 404,
  },
  actions: {
    showToast,
    takeDetails: assign((_, { details }: { details: BillingDetails }) => ({
      values: valuesOf(details),
      opened: valuesOf(details),
    })),
    doubtOpened: assign(({ context }, { error }: { error: unknown }) => openedAfter(context, error)),
    takeCountries: assign({
      countries: (_, { countries }: { countries: readonly string[] }) => countries,
    }),
    ...formActions<BillingContext, BillingEvent>(
      ({ values }) => billingErrors(values),
      t('Failed to save billing details.'),
    ),
  },
}).createMachine({
  id: 'billingDetails',
  description: 'Whom an invoice is made out to.',
  context: ({ input }) => ({
    organizationId: input.organizationId,
    values: blankBilling,
    opened: blankBilling,
    fieldErrors: {},
    error: null,
    refusals: 0,
    countries: DEFAULT_COUNTRIES,
  }),
  initial: 'loading',
  output: ({ event }) => event.output as { saved: boolean },
  states: {
    loading: {
      description: 'The saved details and the countries are read.',
      tags: 'loading',
      type: 'parallel',
      on: { 'form.closed': 'closed' },
      onDone: 'editing',
      states: {
        details: {
          initial: 'reading',
          states: {
            reading: {
              description: 'Having no details yet is not an error.',
              invoke: {
                id: 'loadDetails',
                src: 'loadDetails',
                input: ({ context }) => ofOrganization(context),
                onDone: {
                  target: 'read',
                  actions: { type: 'takeDetails', params: ({ event }) => ({ details: event.output }) },
                },
                onError: [
                  {
                    guard: { type: 'isMissing', params: ({ event }) => ({ error: event.error }) },
                    target: 'read',
                  },
                  {
                    target: 'read',
                    actions: {
                      type: 'showToast',
                      params: { type: 'error', message: DETAILS_NOT_LOADED },
                    },
                  },
                ],
              },
            },
            read: { description: 'The fields show what is saved, or are blank.', type: 'final' },
          },
        },
        countries: {
          initial: 'reading',
          states: {
            reading: {
              description: 'Which countries can be chosen.',
              invoke: {
                id: 'loadCountries',
                src: 'loadCountries',
                onDone: {
                  target: 'read',
                  actions: { type: 'takeCountries', params: ({ event }) => ({ countries: event.output }) },
                },
                onError: {
                  target: 'read',
                  actions: {
                    type: 'showToast',
                    params: { type: 'warning', message: t('Failed to load country list. Using defaults.') },
                  },
                },
              },
            },
            read: { description: 'All of them, or US, CA and GB.', type: 'final' },
          },
        },
      },
    },
    editing: {
      description: 'The form is filled in.',
      tags: 'open',
      on: {
        'field.changed': changesField,
        'form.submitted': submitsTo('saving'),
        'form.closed': 'closed',
      },
    },
    saving: {
      description: 'The request is sent to the server; cancel, close and Escape do nothing.',
      tags: ['open', 'busy'],
      on: { 'field.changed': changesField },
      invoke: {
        id: 'saveDetails',
        src: 'saveDetails',
        input: ({ context }) => ({
          ...ofOrganization(context),
          details: detailsOf(context.values),
          opened: context.opened && detailsOf(context.opened),
        }),
        onDone: 'saved',
        onError: {
          target: 'editing',
          actions: [doubtsOpened, remembersFailure],
        },
      },
    },
    saved: { description: 'The details are saved.', type: 'final', output: { saved: true } },
    closed: { description: 'Left without saving.', type: 'final', output: { saved: false } },
  },
})

export type BillingDetailsRef = ActorRefFrom<typeof billingDetailsMachine>
