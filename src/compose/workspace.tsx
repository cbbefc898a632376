import type { ReactNode } from 'react'
import { countUnsentFiles } from '../machines/shell/unsent-files.ts'
import { type WorkspaceRef, workspaceMachine } from '../machines/shell/workspace.machine.ts'
import { createProfileApi } from '../services/accounts/accounts-api.ts'
import { signedInUser } from '../services/accounts/signed-in-user.ts'
import { provideVerification } from '../services/accounts/verification.provide.ts'
import { provideUpgrade } from '../services/billing/billing.provide.ts'
import { createBillingApi } from '../services/billing/billing-api.ts'
import { provideTrialBanner } from '../services/billing/trial-banner.provide.ts'
import { createHeadingFocus } from '../services/browser/focus.ts'
import { createPageFetcher, providePages } from '../services/cache/pages.provide.ts'
import { createFetcher } from '../services/cache/queries.ts'
import { provideResource } from '../services/cache/resource.provide.ts'
import { provideConnections } from '../services/connection/connections.provide.ts'
import { readFrame } from '../services/connection/frames.ts'
import { createNotificationsApi, provideNotifications } from '../services/connection/notifications.provide.ts'
import { createSocketTokens, socketOrigin } from '../services/connection/socket-tokens.ts'
import { installation } from '../services/contract/operations/installation.ts'
import { provideChatRoom } from '../services/conversations/chat-room.provide.ts'
import {
  placeInChat,
  placeInPlayground,
  provideConversation,
} from '../services/conversations/conversation.provide.ts'
import { provideSendFeedback } from '../services/conversations/feedback.provide.ts'
import { createUnsentQuestions } from '../services/conversations/unsent-questions.ts'
import { createUnsentUploads, recallUploads } from '../services/knowledge/unsent-uploads.ts'
import { provideUpload } from '../services/knowledge/upload.provide.ts'
import { provideOrganizationLive } from '../services/organizations/organization-live.provide.ts'
import {
  provideCreateOrganization,
  provideOrganizations,
  provideWelcome,
} from '../services/organizations/organizations.provide.ts'
import { createOrganizationsApi } from '../services/organizations/organizations-api.ts'
import { reportReplacedParts } from '../services/shell/replaced-parts.ts'
import { Provide } from '../ui/provided.ts'
import { Workspace } from '../ui/shell/workspace.tsx'
import type { Base } from './base.ts'

/** Everything that lives and is shown while someone is signed in; loaded after sign-in. */
export function compose({
  tab,
  scope,
  apiBase,
  http,
  cache,
  clock,
  storage,
  tabStorage,
  withIdempotencyKey,
  timeZone,
  newerVersion,
}: Base) {
  const organizations = createOrganizationsApi(http, apiBase)
  const profile = createProfileApi(http, apiBase)
  const billing = createBillingApi(http)
  const unsent = createUnsentQuestions(tabStorage, () => signedInUser(scope))
  const conversing = { http, withIdempotencyKey, cache, unsent }
  const uploads = createUnsentUploads(unsent)
  const resource = provideResource(
    cache,
    createFetcher({
      http,
      apiBase,
      profile,
      billing,
      later: async (query, signal) => {
        const { createDeferredFetcher } = await import('../services/cache/deferred-queries.ts')
        return createDeferredFetcher({ http, timeZone, apiBase })(query, signal)
      },
    }),
  )
  const pages = providePages(
    cache,
    createPageFetcher({
      http,
      timeZone,
      audit: async () =>
        (await import('../services/organizations/audit-api.ts')).createAuditApi(http, timeZone),
    }),
  )
  const shell = {
    trialBanner: provideTrialBanner({ api: billing, cache, clock, storage }),
    welcome: provideWelcome({ api: organizations, withIdempotencyKey }),
    sendFeedback: provideSendFeedback({ http, withIdempotencyKey }),
    verification: provideVerification({
      http,
      profile,
      cache,
      reminder: { storage, system: (signal) => http.call(installation.system, {}, { signal }) },
    }),
  }
  return {
    logic: {
      countUnsentFiles,
      connections: provideConnections({
        ...createSocketTokens(clock.steady),
        origin: socketOrigin(apiBase),
        readFrame,
      }),
      workspace: workspaceMachine.provide({
        actors: {
          organizations: provideOrganizations({
            api: organizations,
            cache,
            storage,
            focusNewHeading: createHeadingFocus(tab),
          }),
          createOrganization: provideCreateOrganization({ api: organizations, withIdempotencyKey }),
          upgrade: provideUpgrade({ api: billing, profile, cache, tab, apiBase }),
          conversation: provideConversation({ ...conversing, placeOf: placeInPlayground }),
          upload: provideUpload(http, tab, uploads),
          recallUploads: recallUploads(uploads),
          watchParts: reportReplacedParts(tab, newerVersion),
          chat: provideChatRoom({
            conversation: provideConversation({ ...conversing, placeOf: placeInChat }),
            http,
            withIdempotencyKey,
          }),
          notifications: provideNotifications(createNotificationsApi(http)),
          organizationLive: provideOrganizationLive(cache),
        },
      }),
    },
    View: ({ actor, children }: { actor: WorkspaceRef; children: ReactNode }) => (
      <Provide value={shell}>
        <Workspace actor={actor} resource={resource} pages={pages}>
          {children}
        </Workspace>
      </Provide>
    ),
  }
}
