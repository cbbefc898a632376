import type { TokenPair } from '../../services/contract/accounts.ts'
import { t } from '../../texts/t.ts'
import { createLinkMachine } from '../shared/link.machine.ts'

/** The page that an organization's provider sends the browser back to: the server issues tokens, once. */
export const companyLogInMachine = createLinkMachine<TokenPair>({
  id: 'companyLogIn',
  description: 'The provider of an organization has signed somebody in: the session begins.',
  fallback: t('The server did not respond. Check your connection and try again.'),
})
