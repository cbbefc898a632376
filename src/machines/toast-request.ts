import type { Page } from './organizations/organization-entry.types.ts'

/** A toast that a machine requests (S3.10); a toast with the same `id` replaces the previous one (S4.5). */
export interface ToastRequest {
  readonly id?: string
  readonly type: 'success' | 'error' | 'loading' | 'info' | 'warning'
  /** Shown above the message. */
  readonly title?: string
  readonly message: string
  readonly description?: string
  /** Link of the toast. */
  readonly page?: Page
  /** Display time in ms; omitted: as in S9.9. */
  readonly duration?: number
}
