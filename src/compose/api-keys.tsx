import { provideApiKeys } from '../services/developers/api-keys.provide.ts'
import { ApiKeysScreen } from '../ui/developers/api-keys/api-keys-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, apiBase, cache }: Base) =>
  composed(ApiKeysScreen, provideApiKeys({ http, cache, apiBase }))
