/** Close codes of our sockets (S8.14 for 4429). */
export const CLOSE = {
  done: 1000,
  goingAway: 1001,
  /** Closed without a close frame. */
  abnormal: 1006,
  policy: 1008,
  tooBig: 1009,
  tryAgainLater: 1013,
  unauthorized: 4401,
  forbidden: 4403,
  gone: 4404,
  idle: 4408,
  rateLimited: 4429,
} as const
