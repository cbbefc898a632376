import { tell } from '../machines/system.ts'
import { provideAssistants } from '../services/assistants/assistants.provide.ts'
import { providePicture } from '../services/assistants/picture.provide.ts'
import { assistants } from '../services/contract/operations/assistants.ts'
import { leaveRemoved, provideRemoval } from '../services/shell/removal.provide.ts'
import { provideHandoverSettings } from '../services/visitors/handover.provide.ts'
import { AssistantSettingsScreen } from '../ui/assistants/assistant-settings/assistant-settings-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, cache, refresh }: Base) =>
  composed(AssistantSettingsScreen, {
    ...provideAssistants({ http, refresh }),
    handoverSettings: provideHandoverSettings({ http, refresh }),
    logo: providePicture(
      (_, id, form) => http.upload(assistants.setLogo, { id }, form),
      (_, id) => http.call(assistants.removeLogo, { id }),
      () => void refresh(),
    ),
    deleteIntegration: provideRemoval(
      (id) => http.call(assistants.remove, { id }),
      (scope, { id }) => {
        tell(scope, 'navigation', { type: 'changes.finished' })
        leaveRemoved(scope, cache, { id, path: '/integrations' })
      },
    ),
  })
