import {
  assistantSettingsMachine,
  assistantValuesOf,
} from '../../machines/assistants/assistant-settings.machine.ts'
import {
  duplicateIntegrationMachine,
  publishMachine,
  restoreVersionMachine,
} from '../../machines/assistants/confirmations.machine.ts'
import { identitySecretMachine } from '../../machines/visitors/identity-secret.machine.ts'
import {
  expiryOf,
  publicPageMachine,
  publicPageValuesOf,
} from '../../machines/visitors/public-page.machine.ts'
import { assistants } from '../contract/operations/assistants.ts'
import type { PublicPage } from '../contract/share.ts'
import type { Http } from '../http/client.ts'
import { provideForm, provideRecord } from '../shared/changes.provide.ts'
import { provideConfirmation } from '../shared/confirmation.provide.ts'

interface Services {
  http: Http
  /** Refetches the organization's visible data; resolves when it has arrived. */
  refresh: () => Promise<void>
  /** Where the person's days begin and end. */
  timeZone: () => string
}

/** Everything in an assistant's Settings: the draft, its versions, the public page. */
export const provideAssistants = ({ http, refresh, timeZone }: Services) => {
  const readAgain = () => void refresh()
  const publicPageValues = (page: PublicPage) => publicPageValuesOf(timeZone(), page)

  return {
    assistantSettings: provideRecord(
      assistantSettingsMachine,
      async (id, { knowledge_base_ids, ...changes }) => {
        const body = {
          ...changes,
          ...(knowledge_base_ids && { knowledge_base_ids: [...knowledge_base_ids] }),
        }
        const saved = await http.call(assistants.change, { id }, { body })
        // Someone who saves and publishes at once has seen their own change.
        await refresh()
        return assistantValuesOf(saved)
      },
    ),
    publish: provideConfirmation(
      publishMachine,
      async ({ id, seenAt }) => {
        try {
          await http.call(assistants.publish, { id }, { body: { seen_at: seenAt } })
        } catch (error) {
          // The draft may differ from the one seen: the new one is shown.
          readAgain()
          throw error
        }
      },
      readAgain,
    ),
    restoreVersion: provideConfirmation(
      restoreVersionMachine,
      ({ id, version = 0 }) => http.call(assistants.restore, { id, version }),
      readAgain,
    ),
    duplicateIntegration: provideConfirmation(
      duplicateIntegrationMachine,
      ({ id }) => http.call(assistants.duplicate, { id }),
      readAgain,
    ),
    identitySecret: provideForm(
      identitySecretMachine,
      ({ id }) => http.call(assistants.renewIdentitySecret, { id }),
      readAgain,
    ),
    publicPage: provideRecord(publicPageMachine, async (id, { expires_on, allowed_origins, ...changes }) => {
      const body = {
        ...changes,
        ...(allowed_origins && { allowed_origins: [...allowed_origins] }),
        ...(expires_on !== undefined && { expires_at: expiryOf(timeZone(), expires_on) }),
      }
      const saved = await http.call(assistants.changePublicPage, { id }, { body })
      readAgain()
      return publicPageValues(saved)
    }),
    publicPageValues,
  }
}
