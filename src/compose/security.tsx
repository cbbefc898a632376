import { provideApiKeys } from '../services/api-keys.provide.ts'
import { provideSecurity } from '../services/security.provide.ts'
import { ApiKeyMachines } from '../ui/api-keys/machines.ts'
import { SecurityMachines } from '../ui/screens/security/machines.ts'
import { SecurityScreen } from '../ui/screens/security/security-screen.tsx'
import type { Base } from './base.ts'

export function compose({ http, apiBase, cache }: Base) {
  const machines = provideSecurity({ http, cache })
  const keys = provideApiKeys({ http, cache, apiBase })
  return () => (
    <SecurityMachines value={machines}>
      <ApiKeyMachines value={keys}>
        <SecurityScreen />
      </ApiKeyMachines>
    </SecurityMachines>
  )
}
