import { Domain, type EmailDomain } from '../../services/contract/single-sign-on.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'

interface EmailDomainValues {
  readonly domain: string
}

/** The dialog that adds an email domain; its DNS record is shown in the list. */
export const addEmailDomainMachine = createFormMachine<EmailDomainValues, EmailDomain>({
  id: 'addEmailDomain',
  description: 'Adds an email domain to an organization.',
  initial: 'closed',
  empty: { domain: '' },
  validate: ({ domain }) =>
    Domain.safeParse(domain).success ? {} : { domain: t('Enter a domain such as example.com.') },
  fallback: t('The domain could not be added. Please try again.'),
})
