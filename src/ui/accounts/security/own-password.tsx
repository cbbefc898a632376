import { t } from '../../../texts/t.ts'
import { TextField } from '../../parts/form.tsx'

/** Confirms that it is the person who is logged in. */
export const OwnPassword = ({ autoFocus = false }) => (
  <TextField
    name="password"
    label={t('Your password')}
    type="password"
    autoComplete="current-password"
    autoFocus={autoFocus}
  />
)

/** Instead of what only people with a password can do. */
export const THROUGH_ORGANIZATION = t(
  'You log in through your organization, which manages your password, two-factor log-in and email address.',
)
