import { Role } from '../../services/contract/roles.ts'
import {
  type DefaultRole,
  Domain,
  type EmailDomain,
  type RoleMapping,
  type SingleSignOn,
} from '../../services/contract/single-sign-on.ts'
import { t } from '../../texts/t.ts'
import { createConfirmationMachine } from '../shared/confirmation.machine.ts'
import { createFormMachine, type FormRef } from '../shared/form/form.machine.ts'
import type { FieldErrors } from '../shared/form/form.parts.ts'

export interface IdentityProviderValues {
  /** The issuer and client whose secret is kept if none is entered; '' for none. */
  readonly known_issuer: string
  readonly known_client_id: string
  readonly issuer: string
  readonly client_id: string
  readonly client_secret: string
  readonly default_role: DefaultRole
  readonly role_claim: string
  /** One per line, such as `leads = admin`. */
  readonly role_mappings: string
}

/** Null for an unreadable line. */
function mappingIn(line: string): RoleMapping | null {
  const [value, role] = [
    line.slice(0, line.lastIndexOf('=')).trim(),
    line.slice(line.lastIndexOf('=') + 1).trim(),
  ]
  const known = Role.safeParse(role.toLowerCase())
  return value !== '' && line.includes('=') && known.success ? { value, role: known.data } : null
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

export const mappingsIn = (text: string): readonly RoleMapping[] =>
  linesOf(text).flatMap((line) => mappingIn(line) ?? [])

const requiredFields = ({ issuer, client_id }: IdentityProviderValues): FieldErrors => ({
  ...(!/^https?:\/\//.test(issuer.trim()) && { issuer: t('Enter an address that begins with https://.') }),
  ...(client_id.trim() === '' && { client_id: t('Please fill in this field.') }),
})

/** The dialog that sets the provider of an organization. */
export const identityProviderMachine = createFormMachine<IdentityProviderValues, SingleSignOn>({
  id: 'identityProvider',
  description: 'Sets the OpenID provider that members of an organization sign in by.',
  initial: 'closed',
  empty: {
    known_issuer: '',
    known_client_id: '',
    issuer: '',
    client_id: '',
    client_secret: '',
    default_role: 'viewer',
    role_claim: '',
    role_mappings: '',
  },
  validate: (values) => ({
    ...requiredFields(values),
    ...(values.client_secret === '' &&
      (values.issuer.trim() !== values.known_issuer ||
        values.client_id.trim() !== values.known_client_id) && {
        client_secret: t('Enter the client secret of this provider.'),
      }),
    ...(linesOf(values.role_mappings).some((line) => mappingIn(line) === null) && {
      role_mappings: t('Enter one value, “=” and a role per line: owner, admin, editor or viewer.'),
    }),
  }),
  fallback: t('The settings could not be saved. Please try again.'),
})

export type IdentityProviderRef = FormRef<IdentityProviderValues, SingleSignOn>

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
