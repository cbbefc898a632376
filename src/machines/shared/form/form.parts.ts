import { assign, type EventObject } from 'xstate'
import { failureOf, isRefusal } from '../../failure.ts'

/** Field name → its error. */
export type FieldErrors = Readonly<Record<string, string>>

export interface FormContext<Values> {
  readonly values: Values
  readonly fieldErrors: FieldErrors
  /** Error of the whole form; null when it is shown beside a field. */
  readonly error: string | null
  /** Code of the refusal. */
  readonly code?: string | null
  /** Increases with every refused submit, so that a view can move the caret to the first error again. */
  readonly refusals: number
}

export type FormEvent<Values> =
  | { type: 'form.opened'; organizationId?: string; values?: Partial<Values> }
  | { type: 'field.changed'; name: string; value: unknown }
  | { type: 'form.submitted' }
  | { type: 'form.closed' }

/** The request: its organization accompanies the form's values and is not one of its fields. */
export interface Submitted<Values> {
  /** '' if the write names no organization. */
  readonly organizationId: string
  readonly values: Values
  /** As the form was opened: of something that exists, only what differs is sent. Null if it may be stored otherwise. */
  readonly opened: Values | null
}

/** The context of a form that is made by `createFormMachine`. */
export interface SubmitContext<Values, Output> extends FormContext<Values>, Submitted<Values> {
  /** Result of the submit; kept only while it is shown. */
  readonly output: Output | null
  /** Its view is gone: only a toast can say that it failed. */
  readonly isLeft?: true
}

export interface FieldChange {
  readonly name: string
  readonly value: unknown
}

/** A field changed: its error is removed. */
function withField({ values, fieldErrors }: FormContext<object>, { name, value }: FieldChange) {
  const { [name]: _mended, ...others } = fieldErrors
  return { values: { ...values, [name]: value }, fieldErrors: others }
}

/** A submit with invalid fields. */
export const withFieldErrors = ({ refusals }: { refusals: number }, fieldErrors: FieldErrors) => ({
  fieldErrors,
  error: null,
  code: null,
  refusals: refusals + 1,
})

/**
 * A submit that the server refused: errors are shown beside the fields that they name, or above the form,
 * which `forWhole` selects, and which is done if none of these fields is `shown`.
 */
function withFailure(
  { refusals }: FormContext<object>,
  {
    error,
    fallback,
    forWhole,
    shown,
  }: { error: unknown; fallback: string; forWhole: boolean; shown: readonly string[] },
) {
  const { fields, message, code } = failureOf(error, fallback)
  if (forWhole) return { fieldErrors: {}, error: message, code, refusals: refusals + 1 }
  const beside = Object.keys(fields).some((name) => shown.includes(name))
  return { fieldErrors: fields as FieldErrors, error: beside ? null : message, code, refusals: refusals + 1 }
}

/** The actions of every machine with fields: a field changes, and errors are shown or cleared. */
export function formActions<Context extends FormContext<object>, Event extends EventObject>(
  problemsOf: (context: Context) => FieldErrors,
  fallback: string,
  forWhole = false,
  shownOf: (context: Context) => readonly string[] = ({ values }) => Object.keys(values),
) {
  const change = <Params>(next: (context: Context, params: Params) => object) =>
    assign<Context, Event, Params, Event, never>(
      ({ context }, params) => next(context, params) as Partial<Context>,
    )
  return {
    changeField: change<FieldChange>(withField),
    forgetErrors: change<undefined>(() => ({ fieldErrors: {}, error: null, code: null })),
    rememberFieldErrors: change<undefined>((context) => withFieldErrors(context, problemsOf(context))),
    rememberFailure: change<{ error: unknown }>((context, { error }) =>
      withFailure(context, { error, fallback, forWhole, shown: shownOf(context) }),
    ),
  }
}

/** A field was edited. */
export const changesField = {
  actions: { type: 'changeField', params: ({ event }: { event: FieldChange }) => event },
} as const

/** A submit was refused, or got no answer. */
export const remembersFailure = {
  type: 'rememberFailure',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const

/** A submit got no answer: what is stored now is unknown, and the next one sends everything. */
export const openedAfter = <Values>({ opened }: { opened: Values | null }, error: unknown) => ({
  opened: isRefusal(error) ? opened : null,
})
export const doubtsOpened = { ...remembersFailure, type: 'doubtOpened' } as const

/** Submits valid values; otherwise shows errors beside the fields. */
export const submitsTo = <Target extends string>(target: Target) =>
  [{ guard: 'isValid', target, actions: 'forgetErrors' }, { actions: 'rememberFieldErrors' }] as const
