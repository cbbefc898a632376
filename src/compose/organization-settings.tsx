import { provideOrganizationSettings } from '../services/organization-settings.provide.ts'
import { createOrganizationsApi } from '../services/organizations-api.ts'
import { OrganizationSettingsMachines } from '../ui/screens/settings/machines.ts'
import { OrganizationSettingsScreen } from '../ui/screens/settings/organization-settings-screen.tsx'
import type { Base } from './base.ts'

export function compose({ http, apiBase, cache }: Base) {
  const machines = provideOrganizationSettings(http, createOrganizationsApi(http, apiBase), cache)
  return () => (
    <OrganizationSettingsMachines value={machines}>
      <OrganizationSettingsScreen />
    </OrganizationSettingsMachines>
  )
}
