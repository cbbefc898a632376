import { provideProvisioning } from '../services/provisioning.provide.ts'
import { createProvisioningApi } from '../services/provisioning-api.ts'
import { provideSingleSignOn } from '../services/single-sign-on.provide.ts'
import { createSingleSignOnApi } from '../services/single-sign-on-api.ts'
import { ProvisioningMachines } from '../ui/provisioning/machines.ts'
import { SingleSignOnScreen } from '../ui/screens/single-sign-on/single-sign-on-screen.tsx'
import { SingleSignOnMachines } from '../ui/single-sign-on/machines.ts'
import type { Base } from './base.ts'

export function compose({ http, cache }: Base) {
  const machines = provideSingleSignOn({ api: createSingleSignOnApi(http), cache })
  const provisioning = provideProvisioning({ api: createProvisioningApi(http), cache })
  return () => (
    <SingleSignOnMachines value={machines}>
      <ProvisioningMachines value={provisioning}>
        <SingleSignOnScreen />
      </ProvisioningMachines>
    </SingleSignOnMachines>
  )
}
