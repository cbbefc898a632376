import type { Page } from '@playwright/test'
import { assistantSettingsMachine } from '../../../src/machines/assistant-settings/assistant-settings.machine.ts'
import type { Integration } from '../../../src/services/contract/integrations.ts'
import { assistantSettingsModel } from '../../machines/assistant-settings.model.ts'
import { expect } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import { openListening, seesElsewhere } from '../models/elsewhere.ts'
import { type Stage, walkInBrowser } from './walk.ts'

const AT = /^\/api\/v1\/integrations\/[^/]+$/

/** What is walked, as the server has it, and how somebody else changes it. */
interface Play {
  readonly integration: Integration
  readonly change: (patch: object) => Promise<unknown>
}
const plays = new WeakMap<Page, Play>()

const nameIn = (page: Page) => page.getByLabel('Name', { exact: true })
const saving = (stage: Stage) => `PATCH /api/v1/integrations/${plays.get(stage.page)!.integration.id}`
const isRead = (page: Page, text: string) => expect(page.getByLabel('Description')).toHaveValue(text)

/** [S2.17] */
walkInBrowser({
  machine: assistantSettingsMachine,
  model: {
    ...assistantSettingsModel,
    // What stands there already is not typed.
    events: (snapshot) =>
      assistantSettingsModel
        .events(snapshot)
        .filter((event) => !('value' in event) || event.value !== snapshot.context.values.name),
  },
  holds: ({ method, path }) => method === 'PATCH' && AT.test(path),
  open: async ({ page, server }) => {
    const { organizationId, post, tokens } = await enrolled(page, server, 'Northwind Boots')
    const { id } = await post(`organizations/${organizationId}/integrations`, { name: 'Helper' })
    // The gateway holds what the page saves: somebody else goes to the server itself.
    const change = async (patch: object) =>
      (
        await fetch(`${server}/api/v1/integrations/${id}`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.access_token}` },
          body: JSON.stringify(patch),
        })
      ).json() as Promise<Integration>
    plays.set(page, { integration: await change({ description: 'Hello' }), change })
    await openListening(page, `/integrations/${id}/settings`)
    await isRead(page, 'Hello')
  },
  does: {
    // Somebody else; the page hears of it.
    'record.read': async ({ page }, { values: { name, description } }) => {
      await plays.get(page)!.change({ name, description })
    },
    'field.changed': ({ page }, { value }) => nameIn(page).fill(value),
    'form.submitted': ({ page }) => page.getByRole('button', { name: 'Save changes' }).click(),
    'changes.discarded': ({ page }) => page.getByRole('button', { name: 'Discard' }).click(),
    'xstate.done.actor.save': (stage) => stage.network.answer(null, saving(stage)),
    'xstate.error.actor.save': (stage, { error }) =>
      stage.network.answer(
        error.fields
          ? { status: 422, body: { detail: error.detail, code: 'invalid', fields: error.fields } }
          : { status: 500 },
        saving(stage),
      ),
  },
  sees: {
    assistantSettings: async ({ page }, { context }) => {
      await expect(nameIn(page)).toHaveValue(context.values.name)
      if (context.early === null) await isRead(page, context.values.description)
      if (context.error)
        await expect(page.getByRole('alert').filter({ hasText: context.error })).toBeVisible()
      const { name } = context.fieldErrors
      if (name) await expect(page.getByText(name, { exact: true })).toBeVisible()
    },
    'assistantSettings.unchanged': ({ page }) =>
      expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled(),
    'assistantSettings.changed.editing': async ({ page }, { context: { elsewhere } }) => {
      await expect(page.getByRole('button', { name: 'Save changes' })).toBeEnabled()
      await seesElsewhere(page, elsewhere)
    },
    'assistantSettings.changed.saving': ({ page }) =>
      expect(page.getByRole('button', { name: 'Saving…' })).toBeDisabled(),
  },
})
