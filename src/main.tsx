import './ui/theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createActor, waitFor } from 'xstate'
import { type AppRef, appMachine } from './machines/app/app.machine.ts'
import { withoutConversation } from './machines/chat/chat-address.ts'
import { selectPath } from './machines/navigation/navigation.selectors.ts'
import { pickerMachine } from './machines/picker/picker.machine.ts'
import { sheetMachine } from './machines/sheet/sheet.machine.ts'
import { type InSystem, lookUp, tell } from './machines/system.ts'
import { workspaceMachine } from './machines/workspace/workspace.machine.ts'
import { provideAccount, provideEntrance } from './services/accounts.provide.ts'
import { createAccountsApi, createProfileApi } from './services/accounts-api.ts'
import { provideAnalytics } from './services/analytics.provide.ts'
import { createAnalyticsApi } from './services/analytics-api.ts'
import { provideAssistants } from './services/assistants.provide.ts'
import { provideBilling } from './services/billing.provide.ts'
import { createBillingApi, createPaymentOutcomes } from './services/billing-api.ts'
import { createBrowserHistory } from './services/browser-history.ts'
import { provideChat } from './services/chat.provide.ts'
import { provideChatRoom, provideRenameConversation } from './services/chat-room.provide.ts'
import { createClock } from './services/clock.ts'
import { provideConnections } from './services/connections.provide.ts'
import { provideConversation } from './services/conversation.provide.ts'
import { provideSendFeedback } from './services/feedback.provide.ts'
import { createArrival } from './services/focus.ts'
import { goTo } from './services/go-to.ts'
import { createAnonymousClient, createHttpClient } from './services/http/client.ts'
import { createIntegrationsApi } from './services/integrations-api.ts'
import { createIntents } from './services/intents.ts'
import { createKnowledgeApi } from './services/knowledge-api.ts'
import { provideKnowledgeBase } from './services/knowledge-base.provide.ts'
import { navigationInput, provideNavigation } from './services/navigation.provide.ts'
import { provideNotifications } from './services/notifications.provide.ts'
import { createNotificationsApi } from './services/notifications-api.ts'
import { provideOrganizationLive } from './services/organization-live.provide.ts'
import {
  provideCreateOrganization,
  provideOrganizations,
  provideWelcome,
  rememberedOrganization,
} from './services/organizations.provide.ts'
import { createOrganizationsApi } from './services/organizations-api.ts'
import { createPendingReset } from './services/pending-reset.ts'
import { createFetcher } from './services/queries.ts'
import { createQueryCache } from './services/query-cache.ts'
import { provideResource } from './services/resource.provide.ts'
import { readRuntimeConfig } from './services/runtime-config.ts'
import {
  provideCreateIntegration,
  provideCreateKnowledgeBase,
  provideExplainPassage,
  providePassageSearch,
  provideReader,
  provideRemoval,
} from './services/screens.provide.ts'
import { createSecurityApi } from './services/security-api.ts'
import { provideSession } from './services/session.provide.ts'
import { provideSidebar } from './services/sidebar.provide.ts'
import { createSocketTokens, socketOrigin } from './services/socket-tokens.ts'
import { createStorage } from './services/storage.ts'
import { createSystemApi } from './services/system-api.ts'
import { createTabLock } from './services/tab-lock.ts'
import { provideTeam } from './services/team.provide.ts'
import { createInvitationLinks, createTeamApi } from './services/team-api.ts'
import { provideTheme } from './services/theme.provide.ts'
import { createTokenStore } from './services/token-store.ts'
import { provideUpload } from './services/upload.provide.ts'
import { provideVerification } from './services/verification.provide.ts'
import { reloadAfterSleep } from './services/wake.ts'
import { startWriting, timeZoneOf } from './services/writing.start.ts'
import type { Machines } from './ui/actors.tsx'
import { App } from './ui/app.tsx'
import { writeAs } from './ui/parts/format.ts'
import { loadScreen, routes } from './ui/routes.ts'

/** A developer looks at the live actors; nobody else loads a byte of it. */
const isInspected = new URLSearchParams(location.search).has('inspect')
const { apiBase } = readRuntimeConfig(window)
const clock = createClock(window)
const storage = createStorage(() => localStorage)
const once = createIntents()
const cache = createQueryCache()
reloadAfterSleep(clock, cache)

/** What services, which are no actors, reach the actors by. */
const scope: InSystem = {
  get system() {
    return app.system
  },
}

// The clients that ask with the session and without it.
const transport = { base: apiBase, scope }
const anonymous = createAnonymousClient(transport)
const accounts = createAccountsApi(anonymous)
/** Renewing tokens is nobody's request: a 429 of it is no message for the person. */
const background = createAccountsApi(createAnonymousClient({ base: apiBase }))
const http = createHttpClient(transport)

const organizationsApi = createOrganizationsApi(http, apiBase)
const profile = createProfileApi(http, apiBase)
const security = createSecurityApi(http)
const knowledge = createKnowledgeApi(http)
const timeZone = () => timeZoneOf(storage)
const integrations = createIntegrationsApi(http, timeZone)
const billing = createBillingApi(http)
const team = createTeamApi(http, apiBase)
const system = createSystemApi(http)
const analytics = createAnalyticsApi(http, timeZone)

const { upgrade, trialBanner, ...billingMachines } = provideBilling({
  api: billing,
  outcomeOf: createPaymentOutcomes(anonymous),
  cache,
  clock,
  storage,
  tab: window,
  apiBase,
})
const conversation = provideConversation({ api: integrations, once, cache })
const navigationServices = {
  tab: window,
  history: createBrowserHistory(window),
  pendingReset: createPendingReset(() => sessionStorage),
  loadScreen,
}

const app: AppRef = createActor(
  appMachine.provide({
    actors: {
      theme: provideTheme(storage),
      sidebar: provideSidebar(),
      connections: provideConnections({
        ...createSocketTokens(clock.now),
        origin: socketOrigin(apiBase),
      }),
      session: provideSession({
        store: createTokenStore({ storage: () => localStorage, events: window }),
        accounts: background,
        lock: createTabLock({ name: 'session-refresh', locks: navigator.locks }),
        clock,
      }),
      navigation: provideNavigation(navigationServices),
      workspace: workspaceMachine.provide({
        actors: {
          organizations: provideOrganizations({
            api: organizationsApi,
            cache,
            storage,
            arriveAt: createArrival(window),
          }),
          createOrganization: provideCreateOrganization({ api: organizationsApi, once }),
          upgrade,
          trialBanner,
          conversation,
          chat: provideChatRoom({ conversation, api: integrations, once }),
          notifications: provideNotifications(createNotificationsApi(http)),
          organizationLive: provideOrganizationLive(cache),
        },
      }),
    },
    actions: { forgetEverything: () => cache.clear() },
  }),
  {
    systemId: 'app',
    input: {
      session: { now: clock.now(), jitter: Math.random() },
      navigation: navigationInput(navigationServices, routes),
      rememberedOrganizationId: rememberedOrganization(storage),
    },
  },
)
if (isInspected) (await import('./ui/inspect/inspector.ts')).inspect(app)
app.start()

const refresh = () => cache.invalidateQueries({ queryKey: ['org'] })
/** What is gone is not asked for again: the screen that is left still shows it. */
const leaveFor = (inSystem: InSystem, path: string) => {
  void cache.invalidateQueries({ queryKey: ['org'], refetchType: 'none' })
  goTo(inSystem, path)
}
const creating = { once, refresh }
const machines: Machines = {
  ...provideEntrance({ api: accounts, cache, now: clock.now }),
  ...provideAccount({ profile, security, organizations: organizationsApi, cache }),
  verification: provideVerification({ profile, cache }),
  welcome: provideWelcome({ api: organizationsApi, once }),
  resource: provideResource(
    cache,
    createFetcher({ profile, security, system, knowledge, integrations, billing, analytics, team }),
  ),
  createKnowledgeBase: provideCreateKnowledgeBase({ api: knowledge, ...creating }),
  deleteKnowledgeBase: provideRemoval(knowledge.remove, (inSystem) => leaveFor(inSystem, '/knowledge-bases')),
  knowledgeBase: provideKnowledgeBase({ api: knowledge, cache }),
  upload: provideUpload(knowledge),
  deleteDocument: provideRemoval(knowledge.removeDocument, refresh),
  createIntegration: provideCreateIntegration({ api: integrations, ...creating }),
  deleteIntegration: provideRemoval(integrations.remove, (inSystem) => {
    tell(inSystem, 'navigation', { type: 'changes.finished' })
    leaveFor(inSystem, '/integrations')
  }),
  ...provideAssistants({ api: integrations, refresh }),
  passageSearch: providePassageSearch(integrations),
  explainPassage: provideExplainPassage(integrations, knowledge),
  deleteConversation: provideRemoval(integrations.removeConversation, (inSystem, { id }) => {
    tell(inSystem, 'workspace', { type: 'conversation.deleted', id })
    const navigation = lookUp(inSystem, 'navigation')
    if (navigation) goTo(inSystem, withoutConversation(selectPath(navigation.getSnapshot())))
    void refresh()
  }),
  renameConversation: provideRenameConversation({ api: integrations, cache }),
  reader: provideReader(knowledge),
  ...provideChat({ api: integrations, cache, document }),
  ...provideAnalytics({ analytics, knowledge, integrations, once, refresh }),
  ...billingMachines,
  ...provideTeam({ api: team, links: createInvitationLinks(anonymous), me: profile.me, cache }),
  picker: pickerMachine,
  sheet: sheetMachine,
  sendFeedback: provideSendFeedback({ api: system, once }),
}

startWriting(storage, cache, writeAs)

// The first screen's code is there before anything is drawn: nothing flashes.
await waitFor(lookUp(app, 'navigation')!, ({ context }) => context.current !== null)
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App app={app} machines={machines} />
  </StrictMode>,
)
