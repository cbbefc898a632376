import { createProfileApi } from '../services/accounts-api.ts'
import { provideSecurity } from '../services/security.provide.ts'
import { createSecurityApi } from '../services/security-api.ts'
import { SecurityMachines } from '../ui/screens/security/machines.ts'
import { SecurityScreen } from '../ui/screens/security/security-screen.tsx'
import type { Base } from './base.ts'

export function compose({ http, apiBase, cache }: Base) {
  const machines = provideSecurity({
    profile: createProfileApi(http, apiBase),
    security: createSecurityApi(http),
    cache,
  })
  return () => (
    <SecurityMachines value={machines}>
      <SecurityScreen />
    </SecurityMachines>
  )
}
