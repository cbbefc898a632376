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
}

/** The context of a form that is made by `createFormMachine`. */
export interface SubmitContext<Values, Output> extends FormContext<Values>, Submitted<Values> {
  /** Result of the submit; kept only while it is shown. */
  readonly output: Output | null
}
