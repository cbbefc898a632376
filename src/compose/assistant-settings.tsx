import { deleteIntegrationMachine } from '../machines/assistants/confirmations.machine.ts'
import { provideAssistants } from '../services/assistants/assistants.provide.ts'
import { providePicture } from '../services/assistants/picture.provide.ts'
import { assistants } from '../services/contract/operations/assistants.ts'
import { provideChangeReaders } from '../services/knowledge/readers.provide.ts'
import { forget, provideRemoval } from '../services/shared/confirmation.provide.ts'
import { provideHandoverSettings } from '../services/visitors/handover.provide.ts'
import { AssistantSettingsScreen } from '../ui/assistants/assistant-settings/assistant-settings-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ http, cache, refresh, timeZone }: Base) =>
  composed(AssistantSettingsScreen, {
    ...provideAssistants({ http, refresh, timeZone }),
    changeReaders: provideChangeReaders({ http, cache }),
    handoverSettings: provideHandoverSettings({ http, refresh }),
    logo: providePicture(
      (id, form) => http.upload(assistants.setLogo, { id }, form),
      (id) => http.call(assistants.removeLogo, { id }),
      () => void refresh(),
    ),
    deleteIntegration: provideRemoval(
      deleteIntegrationMachine,
      ({ id }) => http.call(assistants.remove, { id }),
      forget(cache),
    ),
  })
