import * as z from 'zod/mini'
import { CurrentPassword } from './accounts.ts'
import { CodedText } from './coded-text.ts'
import { exact, Id, list, name, Timestamp } from './common.ts'

/** GET /api/v1/users/me/sessions */
export const DeviceSession = z.object({
  id: Id,
  /** As a person would name it: `Firefox on Linux`. */
  device: z.string(),
  device_said: z.optional(CodedText),
  address: z.string(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  /** The session of this request. */
  current: z.boolean(),
})
export type DeviceSession = z.infer<typeof DeviceSession>
export const DeviceSessionList = z.array(DeviceSession)

/** GET /api/v1/users/me/sign-ins: the most recent ones, newest first. */
export const SignIn = z.object({
  id: Id,
  outcome: z.enum(['signed_in', 'wrong_password', 'wrong_code']),
  /** As a person would name it: `Firefox on Linux`. */
  device: z.string(),
  device_said: z.optional(CodedText),
  address: z.string(),
  created_at: Timestamp,
})
export type SignIn = z.infer<typeof SignIn>
export const SignInList = z.array(SignIn)

/** GET /api/v1/users/me/two-factor */
export const TwoFactor = z.object({ enabled: z.boolean(), backup_codes_left: z.int() })
export type TwoFactor = z.infer<typeof TwoFactor>

/** POST /api/v1/users/me/two-factor/setup: begins; nothing changes until a code has been confirmed. */
export const TwoFactorSetupRequest = z.object({ password: CurrentPassword })
/** `uri` is for the QR code, `secret` (base32) for typing. */
export const TwoFactorSetup = z.object({ secret: z.string(), uri: z.string() })
export type TwoFactorSetup = z.infer<typeof TwoFactorSetup>

/** POST /api/v1/users/me/two-factor/confirm */
export const TwoFactorConfirmation = z.object({ code: exact(40) })
/** Shown once. */
export const BackupCodes = z.object({ backup_codes: z.array(z.string()) })
export type BackupCodes = z.infer<typeof BackupCodes>

/**
 * POST /api/v1/users/me/two-factor/disable and /backup-codes: a code of the app, or a backup code, and the password.
 */
export const TwoFactorProof = z.object({
  password: CurrentPassword,
  code: exact(40),
})
export type TwoFactorProof = z.infer<typeof TwoFactorProof>

/**
 * `read` views everything, `ask` asks assistants and reads their answers, `write` changes knowledge bases and
 * their documents, `manage` changes assistants, conversations and the organization.
 */
export const ApiKeyScope = z.enum(['read', 'ask', 'write', 'manage'])
export type ApiKeyScope = z.infer<typeof ApiKeyScope>

/** GET /api/v1/users/me/api-keys */
export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(ApiKeyScope),
  expires_at: z.nullable(Timestamp),
  last_used_at: z.nullable(Timestamp),
  created_at: Timestamp,
})
export type ApiKey = z.infer<typeof ApiKey>
export const ApiKeyList = z.array(ApiKey)

/** GET /api/v1/organizations/{id}/api-keys; `created_by` is a name, null once the account is deleted. */
export const OrganizationApiKey = z.extend(ApiKey, { created_by: z.nullable(z.string()) })
export type OrganizationApiKey = z.infer<typeof OrganizationApiKey>
export const OrganizationApiKeyList = z.array(OrganizationApiKey)

/** POST /api/v1/users/me/api-keys and /api/v1/organizations/{id}/api-keys; null `expires_in_days` never expires. */
export const NewApiKey = z.object({
  name: name(60),
  scopes: list(ApiKeyScope, ApiKeyScope.options.length, 1),
  expires_in_days: z.nullable(z.int().check(z.minimum(1), z.maximum(3650))),
})
export type NewApiKey = z.infer<typeof NewApiKey>

/** `secret` is shown only once. */
export const CreatedApiKey = z.extend(ApiKey, { secret: z.string() })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>
export const CreatedOrganizationApiKey = z.extend(OrganizationApiKey, { secret: z.string() })
export type CreatedOrganizationApiKey = z.infer<typeof CreatedOrganizationApiKey>
