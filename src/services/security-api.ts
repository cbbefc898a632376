import type * as z from 'zod/mini'
import {
  ApiKeyList,
  BackupCodes,
  CreatedApiKey,
  CreatedOrganizationApiKey,
  DeviceSessionList,
  type NewApiKey,
  OrganizationApiKeyList,
  SignInList,
  TwoFactor,
  type TwoFactorProof,
  TwoFactorSetup,
} from './contract/security.ts'
import type { Http } from './http/client.ts'
import { Anything } from './wire/lenient.ts'

/** How the account is kept safe. */
export const createSecurityApi = (http: Http) => {
  const me = (path: string) => `/api/v1/users/me/${path}`
  const ofOrganization = (id: string, path = '') => `/api/v1/organizations/${id}/api-keys${path}`
  const post = <Schema extends z.ZodMiniType>(schema: Schema, path: string, body: object) =>
    http.json(schema, me(path), { method: 'POST', body })
  return {
    sessions: (signal: AbortSignal) => http.json(DeviceSessionList, me('sessions'), { signal }),
    endSession: (id: string) => http.json(Anything, me(`sessions/${id}`), { method: 'DELETE' }),
    endOtherSessions: () => http.json(Anything, me('sessions'), { method: 'DELETE' }),
    signIns: (signal: AbortSignal) => http.json(SignInList, me('sign-ins'), { signal }),
    twoFactor: (signal: AbortSignal) => http.json(TwoFactor, me('two-factor'), { signal }),
    beginTwoFactor: (password: string) => post(TwoFactorSetup, 'two-factor/setup', { password }),
    confirmTwoFactor: (code: string) => post(BackupCodes, 'two-factor/confirm', { code }),
    endTwoFactor: (proof: TwoFactorProof) => post(Anything, 'two-factor/disable', proof),
    renewBackupCodes: (proof: TwoFactorProof) => post(BackupCodes, 'two-factor/backup-codes', proof),
    apiKeys: (signal: AbortSignal) => http.json(ApiKeyList, me('api-keys'), { signal }),
    createApiKey: (key: NewApiKey) => post(CreatedApiKey, 'api-keys', key),
    removeApiKey: (id: string) => http.json(Anything, me(`api-keys/${id}`), { method: 'DELETE' }),
    organizationKeys: (organizationId: string, signal: AbortSignal) =>
      http.json(OrganizationApiKeyList, ofOrganization(organizationId), { signal }),
    createOrganizationKey: (organizationId: string, key: NewApiKey) =>
      http.json(CreatedOrganizationApiKey, ofOrganization(organizationId), { method: 'POST', body: key }),
    removeOrganizationKey: (organizationId: string, id: string) =>
      http.json(Anything, ofOrganization(organizationId, `/${id}`), { method: 'DELETE' }),
  }
}

export type SecurityApi = ReturnType<typeof createSecurityApi>
