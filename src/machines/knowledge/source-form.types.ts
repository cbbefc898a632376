import type { StartedSignIn } from '../../services/contract/connectors.ts'
import type { FieldErrors, FormContext } from '../shared/form/form.parts.ts'

/** Every source belongs to a knowledge base and is read on a schedule. */
export interface SourceValues {
  readonly knowledgeBaseId: string
}

export interface SourceFormContext<Values, Found> extends FormContext<Values> {
  /** As the dialog was opened: of a stored source, only what differs is sent. Null if it may be stored otherwise. */
  readonly opened: Values | null
  /** The preview or the choices. */
  readonly preview: Found | null
  /** A redirect to a service's page and back. */
  readonly signIn: StartedSignIn | null
}

export type SourceFormEvent<Values> =
  | { type: 'form.opened'; values: Partial<Values> }
  | { type: 'field.changed'; name: string; value: unknown }
  /** A preview was requested. */
  | { type: 'form.submitted' }
  | { type: 'import.requested' }
  /** Back from the preview. */
  | { type: 'rules.requested' }
  /** Another account, or the same one again. */
  | { type: 'signIn.requested' }
  | { type: 'signIn.cancelled' }
  | { type: 'form.closed' }

export interface SourceFormOptions<Values, Found> {
  readonly id: string
  readonly description: string
  readonly empty: Values
  readonly validate: (values: Values) => FieldErrors
  /** Whether it is added without a preview. */
  readonly isAddedAtOnce?: (values: Values) => boolean
  /** For a service that requires a log-in on its own page before anything can be read. */
  readonly signsIn?: {
    /** Null if no log-in is needed. */
    readonly standing: (values: Values) => 'needed' | 'done' | null
    /** The form's values after their return. */
    readonly signedIn: (values: Values, id: string) => Values
  }
  /** Error in the findings; empty if the source can be added. */
  readonly problemsOfFound: (found: Found) => FieldErrors
  /** Error in the choice. */
  readonly problemsOfChoice: (values: Values, found: Found) => FieldErrors
  /** Shown when the server gives no reason. */
  readonly fallback: string
}
