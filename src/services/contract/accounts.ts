import * as z from 'zod/mini'
import { t } from '../../texts/t.ts'
import {
  EMAIL_MAX,
  EMAIL_PATTERN,
  exact,
  Id,
  list,
  name,
  optionalName,
  Timestamp,
  text,
  withoutLink,
} from './common.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from './password.ts'

/** Compared in lower case; the pattern requires only what every address has. */
export const Email = exact(EMAIL_MAX).check(
  z.trim(),
  z.toLowerCase(),
  z.regex(EMAIL_PATTERN, 'Please enter a valid email address.'),
)

export const Password = exact(PASSWORD_MAX).check(
  z.minLength(PASSWORD_MIN, t('Use at least {passwordMin} characters.', { passwordMin: PASSWORD_MIN })),
)

/** An unverified password. */
export const CurrentPassword = exact(1024)

/** POST /api/v1/login, form-encoded (S7.login). `code` is the second step: from the app, or a backup code. */
export const LogIn = z.object({
  username: exact(EMAIL_MAX),
  password: CurrentPassword,
  code: z.optional(exact(40)),
})
export type LogIn = z.infer<typeof LogIn>

/** Response of log-in and refresh: both are JWTs with `exp` and `iat` in seconds (S3.1). */
export const TokenPair = z.object({
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.string().check(z.minLength(1)),
})
export type TokenPair = z.infer<typeof TokenPair>

/** POST /api/v1/refresh (S7.refresh). */
export const Refresh = z.object({ refresh_token: exact(4096) })

/** POST /api/v1/logout: ends the token's family. */
export const LogOut = Refresh

const NAME_MAX = 60

/** POST /api/v1/register (S7.register): the response is the same for an address that has an account. */
export const Registration = z.object({
  email: Email,
  password: Password,
  first_name: z.optional(optionalName(NAME_MAX).check(withoutLink)),
  last_name: z.optional(optionalName(NAME_MAX).check(withoutLink)),
})
export type Registration = z.infer<typeof Registration>

/** GET /api/v1/users/me (S3.2). Readers prepend the API base to a relative picture path. */
export const User = z.object({
  id: Id,
  email: z.string(),
  /** Whether a mailed link proved the address. */
  email_verified: z.boolean(),
  /** False for people who can log in only through their organization's provider. */
  has_password: z.boolean(),
  first_name: z.string(),
  last_name: z.string(),
  profile_picture_url: z.nullable(z.string()),
  job_title: z.string(),
  /** IANA name; '' means the browser's. */
  timezone: z.string(),
  /** BCP 47; '' means the browser's. */
  locale: z.string(),
  created_at: Timestamp,
})
export type User = z.infer<typeof User>

const isTimezone = (value: string) => {
  try {
    return value === '' || Intl.DateTimeFormat('en', { timeZone: value }) !== null
  } catch {
    return false
  }
}

const isLocale = (value: string) => {
  try {
    return value === '' || Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}

const personName = name(NAME_MAX).check(withoutLink)

/** PATCH /api/v1/users/me (S7.me-patch). */
export const UserPatch = z.partial(
  z.object({
    first_name: personName,
    last_name: personName,
    job_title: text(80),
    timezone: text(64).check(z.refine(isTimezone, t('is not a time zone'))),
    locale: text(35).check(z.refine(isLocale, 'is not a language')),
  }),
)
export type UserPatch = z.infer<typeof UserPatch>

/** POST /forgot-password (S7.forgot). */
export const ForgotPassword = z.object({ email: Email })

/** GET /reset-password/verify/{token} (S7.verify): whether the link is valid, and for which address. */
export const ResetLink = z.object({ valid: z.boolean(), email: z.nullable(z.string()) })
export type ResetLink = z.infer<typeof ResetLink>

export const LinkToken = exact(100)

/** POST /reset-password (S7.reset). */
export const PasswordReset = z.object({ token: LinkToken, new_password: Password })
export type PasswordReset = z.infer<typeof PasswordReset>

/** POST /api/v1/users/change-password (S7.change-password): the other sessions end. */
export const PasswordChange = z.object({ current_password: CurrentPassword, new_password: Password })
export type PasswordChange = z.infer<typeof PasswordChange>

/** Code of a 403: the request needs an address proved by a mailed link. */
export const EMAIL_UNVERIFIED = 'email_unverified'

/** POST /api/v1/users/me/email: a confirmation link is sent to the new address, unless it has an account. */
export const EmailChange = z.object({ email: Email, password: CurrentPassword })
export type EmailChange = z.infer<typeof EmailChange>

/** POST /api/v1/confirm-email: the link of that mail, or of a new account's mail. */
export const EmailConfirmation = z.object({ token: LinkToken })

/** POST /api/v1/users/me/delete */
export const AccountDeletion = z.object({
  /** Without it, the organization's provider must have begun the session within the last ten minutes. */
  password: z.optional(CurrentPassword),
  /** `deletes` of the preview, as ids: anything else is refused. Without it, nothing is compared. */
  deletes: z.optional(list(Id, 1000)),
})
export type AccountDeletion = z.infer<typeof AccountDeletion>

export const PHOTO_BYTES_MAX = 5 * 1024 * 1024

const Named = z.array(z.object({ id: Id, name: z.string() }))

/** GET /api/v1/users/me/deletion: organizations that would be deleted, and those left without an owner. */
export const DeletionPreview = z.object({ blocked_by: Named, deletes: Named })
export type DeletionPreview = z.infer<typeof DeletionPreview>
