/** Field name → what is wrong with it. */
export type FieldErrors = Readonly<Record<string, string>>

export interface FormContext<Values> {
  readonly values: Values
  readonly fieldErrors: FieldErrors
  /** What is wrong with the whole; null when it stands beside a field. */
  readonly error: string | null
  /** Of the refusal behind it. */
  readonly code?: string | null
  /** Grows with every refused submit, so that a view can move the caret to the first error again. */
  readonly refusals: number
}

export type FormEvent<Values> =
  | { type: 'form.opened'; organizationId?: string; values?: Partial<Values> }
  | { type: 'field.changed'; name: string; value: unknown }
  | { type: 'form.submitted' }
  | { type: 'form.closed' }

/** What is sent: whose it is to be goes beside what was filled in, and is none of its fields. */
export interface Submitted<Values> {
  /** '' where the write names no organization. */
  readonly organizationId: string
  readonly values: Values
}

/** The context of a form that is made by `createFormMachine`. */
export interface SubmitContext<Values, Output> extends FormContext<Values>, Submitted<Values> {
  /** What came of the submit; held only while it is shown. */
  readonly output: Output | null
}
