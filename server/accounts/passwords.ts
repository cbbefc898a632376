import { hash, verify } from '@node-rs/argon2'
import type { CodedText } from '../../src/services/contract/coded-text.ts'
import {
  brokenRule,
  PASSPHRASE_MIN,
  PASSWORD_MAX,
  PASSWORD_MIN,
  type PasswordCheck,
  type PasswordOwner,
} from '../../src/services/contract/password.ts'
import { invalid } from '../kernel/errors.ts'
import { say } from '../kernel/texts/say.ts'
import type { AccountsRepository, UserRow } from './accounts.repository.ts'

const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Instead of a hash: the person logs in through a provider. A mailed link gives the account a password. */
export const PROVIDER_ONLY = '*'

export const hashPassword = (password: string) => hash(password, ARGON2ID)

/** @throws Refusal 422 with the broken rule, for `field` */
export function checkPassword(password: string, owner: PasswordOwner, field: string): void {
  const broken = brokenRule(password, owner)
  if (broken) throw invalid({ [field]: reasonOf(broken) })
}

const reasonOf = (broken: PasswordCheck['id']): CodedText => {
  if (broken === 'length') return say('password_length', { min: PASSWORD_MIN, max: PASSWORD_MAX })
  return broken === 'own' ? say('password_own') : say('password_mixed', { max: PASSPHRASE_MIN })
}

/** Not a 401: the caller's session is still valid. */
export const notYourPassword = (field: string) => invalid({ [field]: say('not_your_password') })

/** The fields of a row that password rules use. */
export const ownerOf = ({ email, firstName, lastName }: UserRow): PasswordOwner => ({
  email,
  first_name: firstName,
  last_name: lastName,
})

export type Passwords = ReturnType<typeof createPasswords>

export function createPasswords(accounts: AccountsRepository) {
  // An unknown address costs the same work as a known one.
  const nobodysHash = hashPassword(crypto.randomUUID())
  const matches = async (user: UserRow | null, password: string) => {
    const known = user === null || user.passwordHash === PROVIDER_ONLY ? null : user.passwordHash
    return (await verify(known ?? (await nobodysHash), password)) && known !== null
  }

  return {
    matches,
    /**
     * Confirms the caller's password again.
     * @throws Refusal 422 for `field`
     */
    async confirm(userId: string, password: string, field = 'password'): Promise<UserRow> {
      const user = await accounts.byId(userId)
      if (!user || !(await matches(user, password))) throw notYourPassword(field)
      return user
    },
  }
}
