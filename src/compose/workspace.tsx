import type { ReactNode } from 'react'
import { type WorkspaceRef, workspaceMachine } from '../machines/workspace/workspace.machine.ts'
import { createProfileApi } from '../services/accounts-api.ts'
import { provideUpgrade } from '../services/billing.provide.ts'
import { createBillingApi } from '../services/billing-api.ts'
import { provideChatRoom } from '../services/chat-room.provide.ts'
import { provideConnections } from '../services/connections.provide.ts'
import { placeInChat, placeInPlayground, provideConversation } from '../services/conversation.provide.ts'
import { provideSendFeedback } from '../services/feedback.provide.ts'
import { createHeadingFocus } from '../services/focus.ts'
import { readFrame } from '../services/frames.ts'
import { provideNotifications } from '../services/notifications.provide.ts'
import { createNotificationsApi } from '../services/notifications-api.ts'
import { provideOrganizationLive } from '../services/organization-live.provide.ts'
import {
  provideCreateOrganization,
  provideOrganizations,
  provideWelcome,
} from '../services/organizations.provide.ts'
import { createOrganizationsApi } from '../services/organizations-api.ts'
import { createPageFetcher, providePages } from '../services/pages.provide.ts'
import { createFetcher } from '../services/queries.ts'
import { provideResource } from '../services/resource.provide.ts'
import { createSocketTokens, socketOrigin } from '../services/socket-tokens.ts'
import { provideTrialBanner } from '../services/trial-banner.provide.ts'
import { createUnsentQuestions } from '../services/unsent-questions.ts'
import { provideUpload } from '../services/upload.provide.ts'
import { provideVerification } from '../services/verification.provide.ts'
import { Provide } from '../ui/provided.ts'
import { Workspace } from '../ui/shell/workspace.tsx'
import type { Base } from './base.ts'

/** Everything that lives, and is shown, as long as somebody is signed in: loaded when somebody is. */
export function compose({
  tab,
  apiBase,
  http,
  cache,
  clock,
  storage,
  tabStorage,
  withIdempotencyKey,
  timeZone,
}: Base) {
  const organizations = createOrganizationsApi(http, apiBase)
  const profile = createProfileApi(http, apiBase)
  const billing = createBillingApi(http)
  const conversing = {
    http,
    withIdempotencyKey,
    cache,
    unsent: createUnsentQuestions(tabStorage),
  }
  const resource = provideResource(
    cache,
    createFetcher({
      http,
      apiBase,
      profile,
      billing,
      later: async (query, signal) => {
        const { createLaterFetcher } = await import('../services/later-queries.ts')
        return createLaterFetcher({ http, timeZone, apiBase })(query, signal)
      },
    }),
  )
  const pages = providePages(
    cache,
    createPageFetcher({
      http,
      timeZone,
      audit: async () => (await import('../services/audit-api.ts')).createAuditApi(http, timeZone),
    }),
  )
  const shell = {
    welcome: provideWelcome({ api: organizations, withIdempotencyKey }),
    sendFeedback: provideSendFeedback({ http, withIdempotencyKey }),
    verification: provideVerification({ http, profile, cache }),
  }
  return {
    logic: {
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
          trialBanner: provideTrialBanner({ api: billing, cache, clock, storage }),
          conversation: provideConversation({ ...conversing, placeOf: placeInPlayground }),
          upload: provideUpload(http, tab),
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
