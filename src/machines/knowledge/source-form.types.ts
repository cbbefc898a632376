import type { SignIn } from '../../services/contract/connectors.ts'
import type { FieldErrors, FormContext } from '../shared/form/form.types.ts'

/** Every source belongs to a knowledge base, and is read again on a schedule. */
export interface SourceValues {
  readonly knowledgeBaseId: string
}

export interface SourceFormContext<Values, Found> extends FormContext<Values> {
  /** What would be read, or can be chosen. */
  readonly preview: Found | null
  /** A way to the page of a service and back. */
  readonly signIn: SignIn | null
}

export type SourceFormEvent<Values> =
  | { type: 'form.opened'; values: Partial<Values> }
  | { type: 'field.changed'; name: string; value: unknown }
  /** The preview is wanted. */
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
  /** For a service that people sign in to, by a page of its own, before anything of it can be read. */
  readonly signsIn?: {
    /** Null where nobody has to. */
    readonly standing: (values: Values) => 'needed' | 'done' | null
    /** What the form holds once they are back. */
    readonly signedIn: (values: Values, id: string) => Values
  }
  /** What is wrong with what was found; nothing where it can be added. */
  readonly problemsOfFound: (found: Found) => FieldErrors
  /** What is wrong with what was chosen of it. */
  readonly problemsOfChoice: (values: Values, found: Found) => FieldErrors
  /** Shown when the server gives no reason. */
  readonly fallback: string
}
