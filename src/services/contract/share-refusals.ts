/** Codes of a refused question: the visitor's own day is used up, the page's is, it is paused or has expired. */
export const SHARE_REFUSALS = {
  visitor: 'visitor_limit',
  budget: 'over_budget',
  paused: 'paused',
  expired: 'expired',
} as const
