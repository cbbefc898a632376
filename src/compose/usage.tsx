import { provideOutcomesDownload } from '../services/conversations/outcomes.provide.ts'
import { UsageScreen } from '../ui/conversations/usage/usage-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, timeZone, tab }: Base) =>
  composed(UsageScreen, { outcomesDownload: provideOutcomesDownload(http, timeZone, tab.document) })
