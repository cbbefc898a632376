import { t } from '../../texts/t.ts'
import { createLinkMachine } from '../shared/link.machine.ts'

/** A mailed link that proves an email address, of a new account or a new address of an account. */
export const confirmEmailMachine = createLinkMachine<unknown>({
  id: 'confirmEmail',
  description: 'Confirms an email address with the link in an email.',
  fallback: t('The address could not be confirmed. Check your connection and try again.'),
})
