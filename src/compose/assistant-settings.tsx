import { tell } from '../machines/system.ts'
import { provideAssistants } from '../services/assistants.provide.ts'
import { provideHandoverSettings } from '../services/handover.provide.ts'
import { createHandoverApi } from '../services/handover-api.ts'
import { createIntegrationsApi } from '../services/integrations-api.ts'
import { providePicture } from '../services/picture.provide.ts'
import { leaveRemoved, provideRemoval } from '../services/removal.provide.ts'
import { AssistantSettingsScreen } from '../ui/screens/assistant-settings/assistant-settings-screen.tsx'
import { AssistantSettingsMachines } from '../ui/screens/assistant-settings/machines.ts'
import type { Base } from './base.ts'

export function compose({ http, apiBase, timeZone, cache, refresh }: Base) {
  const api = createIntegrationsApi(http, timeZone, apiBase)
  const machines = {
    ...provideAssistants({ api, refresh }),
    handoverSettings: provideHandoverSettings({ api: createHandoverApi(http), refresh }),
    logo: providePicture(
      (_, id, form) => api.setLogo(id, form),
      (_, id) => api.removeLogo(id),
      () => void refresh(),
    ),
    deleteIntegration: provideRemoval(api.remove, (scope, { id }) => {
      tell(scope, 'navigation', { type: 'changes.finished' })
      leaveRemoved(scope, cache, { id, path: '/integrations' })
    }),
  }
  return () => (
    <AssistantSettingsMachines value={machines}>
      <AssistantSettingsScreen />
    </AssistantSettingsMachines>
  )
}
