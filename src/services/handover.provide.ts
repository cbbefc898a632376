import { fromPromise } from 'xstate'
import { handoverSettingsMachine } from '../machines/handover-settings/handover-settings.machine.ts'
import type { HandoverSettings } from './contract/handover.ts'
import type { HandoverApi } from './handover-api.ts'

interface Services {
  api: HandoverApi
  refresh: () => Promise<void>
}

/** When a person is offered. */
export const provideHandoverSettings = ({ api, refresh }: Services) =>
  handoverSettingsMachine.provide({
    actors: {
      save: fromPromise(async ({ input }: { input: { id: string; changes: Partial<HandoverSettings> } }) => {
        const saved = await api.changeSettings(input.id, input.changes)
        void refresh()
        return saved
      }),
    },
  })
