// Without zod: the public page loads it first.

/** Maximum characters of a question. */
export const QUESTION_MAX = 4000

/**
 * Codes of a refused question: the visitor's or the page's day is used up, it is paused or has expired, or there is no
 * such conversation of theirs.
 */
export const SHARE_REFUSALS = {
  visitor: 'visitor_limit',
  budget: 'over_budget',
  paused: 'paused',
  expired: 'expired',
  conversation: 'unknown_conversation',
} as const
