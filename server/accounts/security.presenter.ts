import type {
  ApiKey,
  DeviceSession,
  OrganizationApiKey,
  SignIn,
} from '../../src/services/contract/security.ts'
import { fullName } from '../kernel/full-name.ts'
import { presentDevice } from '../kernel/http/device.ts'
import type { SessionRow } from './accounts.repository.ts'
import type { ApiKeyRow, OrganizationKeyRow } from './api-keys.ts'
import type { SignInRow } from './sign-ins.ts'

export const presentSession =
  (currentId: string) =>
  ({ id, userAgent, address, createdAt, lastSeenAt }: SessionRow): DeviceSession => ({
    id,
    ...presentDevice(userAgent),
    address,
    created_at: createdAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
    current: id === currentId,
  })

export const presentSignIn = ({ id, outcome, userAgent, address, createdAt }: SignInRow): SignIn => ({
  id,
  outcome,
  ...presentDevice(userAgent),
  address,
  created_at: createdAt.toISOString(),
})

export const presentApiKey = (key: ApiKeyRow): ApiKey => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  scopes: key.scopes,
  expires_at: key.expiresAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  created_at: key.createdAt.toISOString(),
})

export const presentOrganizationApiKey = ({ creator, ...key }: OrganizationKeyRow): OrganizationApiKey => ({
  ...presentApiKey(key),
  created_by: creator && fullName(creator),
})
