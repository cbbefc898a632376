import { provideOrganizationSettings } from '../services/organizations/organization-settings.provide.ts'
import { createOrganizationsApi } from '../services/organizations/organizations-api.ts'
import { OrganizationSettingsScreen } from '../ui/organizations/settings/organization-settings-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, apiBase, cache }: Base) =>
  composed(
    OrganizationSettingsScreen,
    provideOrganizationSettings(http, createOrganizationsApi(http, apiBase), cache),
  )
