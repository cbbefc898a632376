import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { AnyStateMachine } from 'xstate'
import { assistantSettingsMachine } from '../../../src/machines/assistants/assistant-settings.machine.ts'
import { publicPageMachine, publicPageValuesOf } from '../../../src/machines/visitors/public-page.machine.ts'
import type { PublicPage } from '../../../src/services/contract/share.ts'
import { PublicPagePanel } from '../../../src/ui/assistants/assistant-settings/public-page-panel.tsx'
import { SettingsForm } from '../../../src/ui/assistants/assistant-settings/settings-form.tsx'
import type { Model } from '../../harness/model/model.ts'
import { provided, still } from '../../harness/stage.tsx'
import { assistantSettingsModel, SAVED } from '../../machines/assistant-settings.model.ts'
import { identitySecretModel, SECRET } from '../../machines/form.model.ts'
import { OFF, publicPageModel } from '../../machines/record.model.ts'
import { integration, knowledgeBase } from '../../machines/samples.ts'
import { walkView } from './walk.tsx'
import { button } from './walk-form.tsx'
import { walkRecord } from './walk-record.tsx'

const helper = integration({ ...SAVED, starter_questions: [], knowledge_base_ids: ['k1', 'k2'] })

const PAGE = {
  ...OFF,
  allowed_origins: [],
  expires_at: null,
  url: 'https://lectern.example/share/integration/i1',
  used_today: 0,
  resets_at: helper.created_at,
  identity_since: null,
  left_out: [],
  left_out_documents: [],
}

const publicPageValues = (page: PublicPage) => publicPageValuesOf('UTC', page)

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
    view: provided(
      { publicPage, publicPageValues, identitySecret: still(identitySecretModel.machine) },
      <PublicPagePanel integration={helper} editable />,
    ),
    data: {
      publicPage: PAGE,
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

/** A secret that is shown once, and that ends the one before it. */
walkView({
  machine: identitySecretModel.machine,
  model: {
    ...identitySecretModel.model,
    events: (snapshot) =>
      identitySecretModel.model
        .events(snapshot)
        .map((event) =>
          event.type === 'form.opened' ? { type: 'form.opened', values: { id: 'i1', renews: true } } : event,
        ),
  },
  scene: (identitySecret) => ({
    view: provided(
      { identitySecret, publicPage: still(publicPageMachine), publicPageValues },
      <PublicPagePanel integration={helper} editable />,
    ),
    data: { publicPage: { ...PAGE, state: 'on', identity_since: helper.created_at } },
  }),
  heard: ['view.left'],
  does: {
    'form.opened': () => button('Renew identity secret').click(),
    'field.changed': async ({ value }) => {
      const box = page.getByRole('checkbox', { name: /^The previous secret ends now/ })
      if ((box.element() as HTMLInputElement).checked !== value) await box.click()
    },
    'form.submitted': () => button('Renew secret').click(),
    'form.closed': () => page.getByRole('button', { name: /^(Cancel|I have stored it)$/ }).click(),
  },
  sees: {
    'identitySecret.closed': () => expect.element(page.getByRole('dialog')).not.toBeInTheDocument(),
    'identitySecret.editing': async ({ context: { error, fieldErrors } }) => {
      for (const text of [error, fieldErrors.understood])
        if (text) await expect.element(page.getByRole('dialog')).toMatchTextContent(text)
    },
    'identitySecret.submitting': () => expect.element(button('Renewing…')).toBeDisabled(),
    'identitySecret.shown': () => expect.element(page.getByRole('dialog')).toMatchTextContent(SECRET.secret),
  },
})
