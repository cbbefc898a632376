/** What an `Idempotency-Key` makes one write of. */
export type Write = {
  userId: string
  route: string
  key: string
  requestHash: string
  processId: string
  /** The answer that an earlier request of this write began. */
  answerId: string | null
}
