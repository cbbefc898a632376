import type { Page } from '../../organizations/organization-entry.types.ts'

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

/** S9.9: settings of the toasts' view, in ms and px (velocity in px/ms). */
export const TOAST_DURATION = 4000
export const TOAST_POSITION = 'bottom-right'
export const TOAST_GAP = 14
export const TOASTS_KEPT = 20
export const TOASTS_VISIBLE = 3
/** S8.2: the suggestions of a rate limit follow after a second. */
export const SUGGESTIONS_DELAY = 1000

export interface Toast extends ToastRequest {
  readonly id: string
}

export interface ToastsContext {
  /** Oldest first. */
  readonly toasts: readonly Toast[]
  /** Counter for toasts without an id. */
  readonly count: number
  readonly suggestions: readonly string[]
}

export type ToastsEvent =
  | { type: 'toast.requested'; toast: ToastRequest }
  /** It was swiped or closed, or its time was up. */
  | { type: 'toast.closed'; id: string }
  | { type: 'toast.followed'; id: string }
  /** The person is no longer signed in. */
  | { type: 'person.left' }
  | { type: 'rate.limited'; message: string; suggestions: readonly string[] }
