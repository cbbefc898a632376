import { t } from '../../texts/t.ts'

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 72
/** From this length on, any characters are allowed. */
export const PASSPHRASE_MIN = 16

/** The password's owner; unknown values are ''. */
export interface PasswordOwner {
  readonly email?: string
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
}

export interface PasswordCheck {
  readonly id: 'length' | 'case' | 'digit' | 'sign' | 'own'
  readonly label: string
  readonly met: boolean
}

/** A shorter part of a name occurs in too many words to be refused. */
const OWN_PART_MIN = 4

const ownParts = ({ email = '', first_name = '', last_name = '' }: PasswordOwner) =>
  [email, email.split('@')[0]!, first_name, last_name, first_name + last_name]
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part.length >= OWN_PART_MIN)

/** The rules for the typed text, and whether each is met. */
export function passwordChecks(password: string, owner: PasswordOwner = {}): readonly PasswordCheck[] {
  const lower = password.toLowerCase()
  return [
    {
      id: 'length',
      label: t('{passwordMin} to {passwordMax} characters', {
        passwordMin: PASSWORD_MIN,
        passwordMax: PASSWORD_MAX,
      }),
      met: password.length >= PASSWORD_MIN && password.length <= PASSWORD_MAX,
    },
    ...(password.length >= PASSPHRASE_MIN
      ? []
      : [
          {
            id: 'case' as const,
            label: t('Lower and upper case'),
            met: /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password),
          },
          { id: 'digit' as const, label: t('A digit'), met: /\p{Nd}/u.test(password) },
          {
            id: 'sign' as const,
            label: t('A symbol, such as – or !'),
            met: /[^\p{L}\p{Nd}]/u.test(password),
          },
        ]),
    {
      id: 'own',
      label: t('Not your email address or name'),
      met: password !== '' && !ownParts(owner).some((part) => lower.includes(part)),
    },
  ]
}

/** The first broken rule; null if the password is allowed. */
export const brokenRule = (password: string, owner: PasswordOwner = {}) =>
  passwordChecks(password, owner).find(({ met }) => !met)?.id ?? null

/** The same as a sentence. */
export function passwordProblem(password: string, owner: PasswordOwner = {}): string | null {
  switch (brokenRule(password, owner)) {
    case null:
      return null
    case 'length':
      return t('Use {passwordMin} to {passwordMax} characters.', {
        passwordMin: PASSWORD_MIN,
        passwordMax: PASSWORD_MAX,
      })
    case 'own':
      return t('Your password must not contain your email address or name.')
    default:
      return t(
        'Use lower- and upper-case letters, a digit and a symbol, or {passphraseMin} characters or more.',
        { passphraseMin: PASSPHRASE_MIN },
      )
  }
}

const BITS = [28, 45, 60] as const

/**
 * 0 none, 1 weak, 2 fair, 3 good, 4 strong: by the number of guesses; repeated and neighbouring characters count
 * little.
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0
  const pools: readonly (readonly [RegExp, number])[] = [
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/\p{Nd}/u, 10],
    [/[^\p{L}\p{Nd}]/u, 20],
  ]
  const pool = pools.reduce((sum, [pattern, size]) => sum + (pattern.test(password) ? size : 0), 0)
  const codes = [...password.toLowerCase()].map((character) => character.codePointAt(0)!)
  const surprising = codes.filter((code, at) => at === 0 || Math.abs(code - codes[at - 1]!) > 1).length
  const bits = Math.min(surprising, new Set(codes).size * 2) * Math.log2(Math.max(pool, 2))
  return (1 + BITS.filter((enough) => bits >= enough).length) as 1 | 2 | 3 | 4
}
