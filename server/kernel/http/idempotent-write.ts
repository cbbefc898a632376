/** A write identified by an `Idempotency-Key`. */
export type Write = {
  userId: string
  route: string
  key: string
  requestHash: string
  processId: string
  /** The answer that an earlier request for this write began. */
  answerId: string | null
}
