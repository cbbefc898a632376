import { t } from '../../texts/t.ts'
import { createConfirmationMachine } from '../shared/confirmation.machine.ts'

export const testConnectionMachine = createConfirmationMachine({
  id: 'testConnection',
  description: 'The connection to the identity provider is tested.',
  says: () => t('The connection works.'),
})

export const verifyDomainMachine = createConfirmationMachine({
  id: 'verifyDomain',
  description: 'The record of an email domain is looked up.',
  says: () => t('The domain is verified.'),
})
