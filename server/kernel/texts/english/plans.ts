/** Descriptions in the list of plans. */
export const PLAN_TEXTS = {
  'plan.free': 'Try it with your team’s questions.',
  'plan.starter': 'For one team and its documents.',
  'plan.pro': 'For a company that answers customers every day.',
  'plan.business': 'For several departments with their own knowledge.',
  'plan.enterprise': 'As large as you need it, by agreement.',
  'plan.members': '{max, number} members',
  'plan.seats': 'More members at {price, number} USD each per month, up to {max, number} in all',
  'plan.integrations': '{max, number} integrations',
  'plan.documents': '{max, number} documents, {storage}',
  'plan.questions': '{max, number} questions a month',
  'plan.audit_days': '{days}-day audit log',
  'plan.audit_years':
    '{years, plural, =1 {1-year audit log} =2 {2-year audit log} other {10-year audit log}}',
  'plan.unbranded': 'Remove Lectern branding',
  'plan.unlimited': 'No fixed limits',
  'plan.agreement': 'Custom contract',
  'plan.invoices': 'Invoices by bank transfer',
} as const
