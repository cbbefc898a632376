/** Codes of a refused question: the visitor's or the page's day is used up, it is paused or has expired. */
export const SHARE_REFUSALS = {
  visitor: 'visitor_limit',
  budget: 'over_budget',
  paused: 'paused',
  expired: 'expired',
} as const
