import { fromCallback, fromPromise } from 'xstate'
import {
  type AssistantValues,
  assistantSettingsMachine,
  assistantValuesOf,
} from '../machines/assistant-settings/assistant-settings.machine.ts'
import { confirmationMachine, type Subject } from '../machines/confirmation/confirmation.machine.ts'
import {
  expiryOf,
  type PublicPageValues,
  publicPageMachine,
  publicPageValuesOf,
} from '../machines/public-page/public-page.machine.ts'
import type { ToastRequest } from '../machines/toast-request.ts'
import type { IntegrationsApi } from './integrations-api.ts'

interface Services {
  api: IntegrationsApi
  /** What is shown of the organization is asked for again; resolves when it is there. */
  refresh: () => Promise<void>
  goTo: (path: string) => void
  showToast: (toast: ToastRequest) => void
  /** Leaving the screen is asked about until the function that it gives is called. */
  holdLeaving: () => () => void
}

/** Everything of an assistant's Settings: the draft, its versions, the public page. */
export const provideAssistants = ({ api, refresh, goTo, showToast, holdLeaving }: Services) => {
  const confirmed = (carryOut: (subject: Subject) => Promise<unknown>, done: (subject: Subject) => string) =>
    confirmationMachine.provide({
      actors: {
        carryOut: fromPromise<void, Subject>(async ({ input }) => {
          await carryOut(input)
        }),
      },
      actions: {
        finish: (_, subject) => {
          void refresh()
          showToast({ type: 'success', message: done(subject) })
        },
      },
    })

  return {
    assistantSettings: assistantSettingsMachine.provide({
      actors: {
        holdLeaving: fromCallback(holdLeaving),
        save: fromPromise(async ({ input }: { input: { id: string; changes: Partial<AssistantValues> } }) => {
          const { knowledge_base_ids, ...changes } = input.changes
          const saved = await api.change(input.id, {
            ...changes,
            ...(knowledge_base_ids && { knowledge_base_ids: [...knowledge_base_ids] }),
          })
          // Who saves and publishes at once has seen their own change.
          await refresh()
          return assistantValuesOf(saved)
        }),
      },
      actions: { showToast: (_, toast) => showToast(toast) },
    }),
    publish: confirmed(
      async ({ id, seenAt }) => {
        try {
          await api.publish(id, { seen_at: seenAt })
        } catch (error) {
          // The draft may be another one than was seen: what is new is shown.
          void refresh()
          throw error
        }
      },
      ({ name }) => `Published ${name}.`,
    ),
    restoreVersion: confirmed(
      ({ id, version = 0 }) => api.restore(id, version),
      ({ name }) => `The draft is ${name} again.`,
    ),
    duplicateIntegration: confirmed(
      async ({ id }) => goTo(`/integrations/${(await api.duplicate(id)).id}/settings`),
      ({ name }) => `Copied ${name}. This is the copy.`,
    ),
    publicPage: publicPageMachine.provide({
      actors: {
        holdLeaving: fromCallback(holdLeaving),
        save: fromPromise(
          async ({ input }: { input: { id: string; changes: Partial<PublicPageValues> } }) => {
            const { expires_on, allowed_origins, ...changes } = input.changes
            const saved = await api.changePublicPage(input.id, {
              ...changes,
              ...(allowed_origins && { allowed_origins: [...allowed_origins] }),
              ...(expires_on !== undefined && { expires_at: expiryOf(expires_on) }),
            })
            void refresh()
            return publicPageValuesOf(saved)
          },
        ),
      },
      actions: { showToast: (_, toast) => showToast(toast) },
    }),
  }
}
