import type { Page } from './organizations/organization-entry.types.ts'

/** What a machine asks to be shown (S3.10); a toast of the same `id` replaces the one before it (S4.5). */
export interface ToastRequest {
  readonly id?: string
  readonly type: 'success' | 'error' | 'loading' | 'info' | 'warning'
  /** Stands above the message. */
  readonly title?: string
  readonly message: string
  readonly description?: string
  /** Where it leads. */
  readonly page?: Page
  /** How long it is shown, in ms; left out: as long as S9.9 says. */
  readonly duration?: number
}
