/** What the list of plans says of each. */
export const PLAN_TEXTS = {
  'plan.free': 'To see whether it answers what your team is asked.',
  'plan.starter': 'For one team and what it has written.',
  'plan.pro': 'For a company that answers customers every day.',
  'plan.business': 'For several departments with knowledge of their own.',
  'plan.enterprise': 'As large as you need it, by agreement.',
  'plan.members': '{max, number} members',
  'plan.integrations': '{max, number} integrations',
  'plan.documents': '{max, number} documents, {storage}',
  'plan.questions': '{max, number} questions a month',
  'plan.audit_days': 'Audit log of {days} days',
  'plan.audit_years': 'Audit log of {years, plural, =1 {one year} =2 {two years} other {ten years}}',
  'plan.unbranded': 'Your brand alone on the public page',
  'plan.unlimited': 'No fixed limits',
  'plan.agreement': 'An agreement of your own',
  'plan.invoices': 'Invoices by bank transfer',
} as const
