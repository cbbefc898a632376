import type { AnyStateMachine } from 'xstate'
import { assistantSettingsMachine } from '../../../src/machines/assistants/assistant-settings.machine.ts'
import { publicPageMachine } from '../../../src/machines/visitors/public-page.machine.ts'
import { PublicPagePanel } from '../../../src/ui/assistants/assistant-settings/public-page-panel.tsx'
import { SettingsForm } from '../../../src/ui/assistants/assistant-settings/settings-form.tsx'
import type { Model } from '../../harness/model/model.ts'
import { provided } from '../../harness/stage.tsx'
import { assistantSettingsModel, SAVED } from '../../machines/assistant-settings.model.ts'
import { OFF, publicPageModel } from '../../machines/public-page.model.ts'
import { integration, knowledgeBase } from '../../machines/samples.ts'
import { walkRecord } from './walk-record.tsx'

const helper = integration({ ...SAVED, starter_questions: [], knowledge_base_ids: ['k1', 'k2'] })

/** [S2.17] */
walkRecord({
  machine: assistantSettingsMachine,
  model: assistantSettingsModel as Model<AnyStateMachine>,
  scene: (assistantSettings) => ({
    view: provided({ assistantSettings }, <SettingsForm integration={helper} editable />),
    data: { knowledgeBases: [knowledgeBase()], models: { default: null, offered: [] } },
  }),
  field: { name: 'name', label: 'Name' },
})

/** [S2.8] [S2.17] */
walkRecord({
  machine: publicPageMachine,
  model: publicPageModel as Model<AnyStateMachine>,
  scene: (publicPage) => ({
    view: provided({ publicPage }, <PublicPagePanel integration={helper} editable />),
    data: {
      publicPage: {
        ...OFF,
        allowed_origins: [],
        expires_at: null,
        url: 'https://lectern.example/share/integration/i1',
        used_today: 0,
        resets_at: helper.created_at,
        left_out: [],
      },
    },
  }),
  field: {
    name: 'visitor_limit',
    label: 'Questions per visitor per day',
    shown: (value: number) => (value === 0 ? null : value),
  },
  exceptions: {
    'publicPage.unchanged | field.changed | 1': 'a number that the field holds already is not typed',
  },
})
