import { provideOutcomesDownload } from '../services/outcomes.provide.ts'
import { UsageMachines } from '../ui/screens/usage/machines.ts'
import { UsageScreen } from '../ui/screens/usage/usage-screen.tsx'
import type { Base } from './base.ts'

export function compose({ http, timeZone, tab }: Base) {
  const download = provideOutcomesDownload(http, timeZone, tab.document)
  return () => (
    <UsageMachines value={{ download }}>
      <UsageScreen />
    </UsageMachines>
  )
}
