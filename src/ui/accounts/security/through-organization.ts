import { t } from '../../../texts/t.ts'

/** Instead of what only people with a password can do. */
export const THROUGH_ORGANIZATION = t(
  'You log in through your organization, which manages your password, two-factor log-in and email address.',
)
