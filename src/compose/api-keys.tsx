import { provideApiKeys } from '../services/api-keys.provide.ts'
import { ApiKeyMachines } from '../ui/api-keys/machines.ts'
import { ApiKeysScreen } from '../ui/screens/api-keys/api-keys-screen.tsx'
import type { Base } from './base.ts'

export function compose({ http, apiBase, cache }: Base) {
  const machines = provideApiKeys({ http, cache, apiBase })
  return () => (
    <ApiKeyMachines value={machines}>
      <ApiKeysScreen />
    </ApiKeyMachines>
  )
}
