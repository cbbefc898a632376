import { provideSecurity } from '../services/accounts/security.provide.ts'
import { provideApiKeys } from '../services/developers/api-keys.provide.ts'
import { SecurityScreen } from '../ui/accounts/security/security-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, apiBase, cache }: Base) =>
  composed(SecurityScreen, {
    ...provideSecurity({ http, cache }),
    ...provideApiKeys({ http, cache, apiBase }),
  })
