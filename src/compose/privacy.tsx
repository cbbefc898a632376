import { providePersonalData } from '../services/organizations/personal-data.provide.ts'
import { PrivacyScreen } from '../ui/organizations/privacy/privacy-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, cache, tab, timeZone }: Base) =>
  composed(PrivacyScreen, { personalData: providePersonalData(http, cache, tab.document, timeZone) })
