import { createProfileApi } from '../services/accounts-api.ts'
import { provideProfile } from '../services/profile.provide.ts'
import { ProfileMachines } from '../ui/screens/profile/machines.ts'
import { ProfileSettingsScreen } from '../ui/screens/settings/profile-settings-screen.tsx'
import type { Base } from './base.ts'

export function compose({ http, apiBase, cache }: Base) {
  const machines = provideProfile(http, createProfileApi(http, apiBase), cache)
  return () => (
    <ProfileMachines value={machines}>
      <ProfileSettingsScreen />
    </ProfileMachines>
  )
}
