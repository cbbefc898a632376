import { createProfileApi } from '../services/accounts/accounts-api.ts'
import { provideProfile } from '../services/accounts/profile.provide.ts'
import { ProfileSettingsScreen } from '../ui/accounts/profile/profile-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, apiBase, cache }: Base) =>
  composed(ProfileSettingsScreen, provideProfile(http, createProfileApi(http, apiBase), cache))
