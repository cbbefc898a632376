/** What a machine asks to be shown (S3.10); a toast of the same `id` replaces the one before it (S4.5). */
export interface ToastRequest {
  readonly id?: string
  readonly type: 'success' | 'error' | 'loading' | 'info' | 'warning'
  readonly message: string
  readonly description?: string
}
