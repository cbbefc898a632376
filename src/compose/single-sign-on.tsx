import { provideProvisioning } from '../services/provisioning.provide.ts'
import { provideSingleSignOn } from '../services/single-sign-on.provide.ts'
import { ProvisioningMachines } from '../ui/provisioning/machines.ts'
import { SingleSignOnScreen } from '../ui/screens/single-sign-on/single-sign-on-screen.tsx'
import { SingleSignOnMachines } from '../ui/single-sign-on/machines.ts'
import type { Base } from './base.ts'

export function compose({ http, cache }: Base) {
  const machines = provideSingleSignOn({ http, cache })
  const provisioning = provideProvisioning({ http, cache })
  return () => (
    <SingleSignOnMachines value={machines}>
      <ProvisioningMachines value={provisioning}>
        <SingleSignOnScreen />
      </ProvisioningMachines>
    </SingleSignOnMachines>
  )
}
