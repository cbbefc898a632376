import { tell } from '../machines/system.ts'
import { provideAssistants } from '../services/assistants.provide.ts'
import { createIntegrationsApi } from '../services/integrations-api.ts'
import { leaveRemoved, provideRemoval } from '../services/removal.provide.ts'
import { AssistantSettingsScreen } from '../ui/screens/assistant-settings/assistant-settings-screen.tsx'
import { AssistantSettingsMachines } from '../ui/screens/assistant-settings/machines.ts'
import type { Base } from './base.ts'

export function compose({ http, timeZone, cache, refresh }: Base) {
  const api = createIntegrationsApi(http, timeZone)
  const machines = {
    ...provideAssistants({ api, refresh }),
    deleteIntegration: provideRemoval(api.remove, (scope) => {
      tell(scope, 'navigation', { type: 'changes.finished' })
      leaveRemoved(scope, cache, '/integrations')
    }),
  }
  return () => (
    <AssistantSettingsMachines value={machines}>
      <AssistantSettingsScreen />
    </AssistantSettingsMachines>
  )
}
