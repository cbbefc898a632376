import './ui/theme/base.css'
import { createRoot } from 'react-dom/client'
import { createActor, fromCallback, waitFor } from 'xstate'
import { type AppEvent, appMachine } from './machines/app/app.machine.ts'
import type { ChatEvent } from './machines/chat/chat.types.ts'
import { selectPath } from './machines/navigation/navigation.selectors.ts'
import { pickerMachine } from './machines/picker/picker.machine.ts'
import { selectUserId } from './machines/session/session.selectors.ts'
import { sheetMachine } from './machines/sheet/sheet.machine.ts'
import type { ToastRequest } from './machines/toast-request.ts'
import { toastsMachine } from './machines/toasts/toasts.machine.ts'
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
import type { TokenPair } from './services/contract/accounts.ts'
import { provideConversation } from './services/conversation.provide.ts'
import { provideSendFeedback } from './services/feedback.provide.ts'
import { createArrival } from './services/focus.ts'
import { createAnonymousClient, createHttpClient } from './services/http/client.ts'
import { createIntegrationsApi } from './services/integrations-api.ts'
import { createIntents } from './services/intents.ts'
import { receivedTokens } from './services/jwt.ts'
import { createKnowledgeApi } from './services/knowledge-api.ts'
import { provideKnowledgeBase } from './services/knowledge-base.provide.ts'
import { createLeaving } from './services/leaving.ts'
import { createLive } from './services/live.ts'
import { navigationInput, provideNavigation } from './services/navigation.provide.ts'
import { provideNotifications } from './services/notifications.provide.ts'
import { createNotificationsApi } from './services/notifications-api.ts'
import { createOrganizationDoors } from './services/organization-doors.ts'
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
import { startSidebar } from './services/sidebar.start.ts'
import { provideSocket } from './services/socket.provide.ts'
import { createSocketTokens, socketOrigin } from './services/socket-tokens.ts'
import { createStorage } from './services/storage.ts'
import { createSystemApi } from './services/system-api.ts'
import { createTabLock } from './services/tab-lock.ts'
import { provideTeam } from './services/team.provide.ts'
import { createInvitationLinks, createTeamApi } from './services/team-api.ts'
import { startTheme } from './services/theme.start.ts'
import { createTokenStore } from './services/token-store.ts'
import { provideUpload } from './services/upload.provide.ts'
import { provideVerification } from './services/verification.provide.ts'
import { reloadAfterSleep } from './services/wake.ts'
import { startWriting, timeZoneOf } from './services/writing.start.ts'
import type { Machines } from './ui/actors.tsx'
import { App } from './ui/app.tsx'
import { addressOfBegun, withoutConversation } from './ui/conversation/chat-address.ts'
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

const toasts = createActor(toastsMachine).start()
const theme = startTheme(storage)
const sidebar = startSidebar()
const showToast = (toast: ToastRequest) => toasts.send({ type: 'toast.requested', toast })

// The session, and the clients that ask with it and without it.
const transport = {
  base: apiBase,
  onRateLimited: ({ message, suggestions }: { message: string; suggestions: readonly string[] }) =>
    toasts.send({ type: 'rate.limited', message, suggestions }),
}
const accounts = createAccountsApi(createAnonymousClient(transport))
/** Renewing tokens is nobody's request: a 429 of it is no message for the person. */
const background = createAccountsApi(createAnonymousClient({ base: apiBase }))
const session = createActor(
  provideSession({
    store: createTokenStore({ storage: () => localStorage, events: window }),
    accounts: background,
    lock: createTabLock({ name: 'session-refresh', locks: navigator.locks }),
    clock,
  }),
  { input: { now: clock.now(), jitter: Math.random() } },
).start()
const http = createHttpClient({
  ...transport,
  session,
  onForbidden: () => doors.tell({ type: 'organizations.changed' }),
  onPlanLimit: (limit) => upgradeDialog()?.send({ type: 'plan.refused', limit }),
})
const startSession = (pair: TokenPair) => {
  const tokens = receivedTokens(pair, clock.now())
  if (tokens) session.send({ type: 'session.started', tokens })
}

const signOut = () => session.send({ type: 'signOut.requested' })

const organizationsApi = createOrganizationsApi(http, apiBase)
const profile = createProfileApi(http, apiBase)
const security = createSecurityApi(http)
const knowledge = createKnowledgeApi(http)
const timeZone = () => timeZoneOf(storage)
const integrations = createIntegrationsApi(http, timeZone)
const billing = createBillingApi(http)
const { upgrade, trialBanner, ...billingMachines } = provideBilling({
  api: billing,
  outcomeOf: createPaymentOutcomes(createAnonymousClient(transport)),
  cache,
  clock,
  storage,
  tab: window,
  apiBase,
  showToast,
})
const team = createTeamApi(http, apiBase)
const system = createSystemApi(http)
const analytics = createAnalyticsApi(http, timeZone)

const navigationServices = {
  tab: window,
  session,
  history: createBrowserHistory(window),
  pendingReset: createPendingReset(() => sessionStorage),
  loadScreen,
}
const navigation = createActor(provideNavigation(navigationServices), {
  input: navigationInput(navigationServices, routes),
}).start()
const goTo = (path: string) => navigation.send({ type: 'navigation.requested', path })
const shownPath = () => selectPath(navigation.getSnapshot())
const refresh = () => cache.invalidateQueries({ queryKey: ['org'] })
/** What is gone is not asked for again: the screen that is left still shows it. */
const leaveFor = (path: string) => () => {
  void cache.invalidateQueries({ queryKey: ['org'], refetchType: 'none' })
  goTo(path)
}

const leaving = createLeaving(navigation)

const { live, connections } = createLive(
  provideSocket({
    ...createSocketTokens(session, clock.now),
    origin: socketOrigin(apiBase),
    showToast,
  }),
)
const organizationServices = {
  api: organizationsApi,
  cache,
  storage,
  once,
  showToast,
  endSession: () => session.send({ type: 'organizations.unreadable' }),
  leaveDetail: () => navigation.send({ type: 'organization.left' }),
  askToLeave: leaving.ask,
  arriveAt: createArrival(window),
}

/** S2.35: it lives while somebody is signed in. */
const upgradeDialog = () => app.getSnapshot().children.workspace?.getSnapshot().children.upgrade
const organizationsActor = () => app.getSnapshot().children.workspace?.getSnapshot().children.organizations
const doors = createOrganizationDoors({ organizations: organizationsActor, goTo, askToLeave: leaving.ask })

const conversation = provideConversation({ api: integrations, live, once, cache })
const tellChat = (event: ChatEvent) =>
  app.getSnapshot().children.workspace?.getSnapshot().children.chat?.send(event)

// Everything that needs somebody to be signed in lives below this root.
const app = createActor(
  appMachine.provide({
    actors: {
      watchSession: fromCallback<AppEvent>(({ sendBack }) => {
        const tell = () => sendBack({ type: 'session.changed', userId: selectUserId(session.getSnapshot()) })
        tell()
        return session.subscribe(tell).unsubscribe
      }),
      askToLeave: fromCallback<AppEvent>(({ sendBack }) => leaving.ask(sendBack)),
      workspace: workspaceMachine.provide({
        actors: {
          organizations: provideOrganizations(organizationServices),
          createOrganization: provideCreateOrganization({
            ...organizationServices,
            enter: doors.enter,
          }),
          upgrade,
          trialBanner,
          conversation,
          chat: provideChatRoom({
            conversation,
            api: integrations,
            once,
            nameBegun: (talk) => {
              const path = addressOfBegun(shownPath(), talk)
              if (path !== null) navigation.send({ type: 'navigation.requested', path, replace: true })
            },
          }),
          notifications: provideNotifications({
            api: createNotificationsApi(http),
            showToast,
            openIn: doors.openIn,
          }),
          organizationLive: provideOrganizationLive({ live, cache }),
        },
      }),
    },
    actions: { forgetEverything: () => cache.clear(), signOut },
  }),
  { input: { rememberedOrganizationId: rememberedOrganization(storage) } },
).start()

const creating = { once, refresh, goTo }
const machines: Machines = {
  ...provideEntrance({ api: accounts, cache, start: startSession, signOut }),
  ...provideAccount({
    profile,
    security,
    organizations: organizationsApi,
    cache,
    showToast,
    holdLeaving: leaving.hold,
    organizationLeft: doors.leave,
    organizationUpdated: (organization) => doors.tell({ type: 'organization.updated', organization }),
    signOut,
  }),
  verification: provideVerification({ profile, session, cache }),
  welcome: provideWelcome({ api: organizationsApi, once, enter: doors.enter }),
  resource: provideResource(
    cache,
    createFetcher({
      profile,
      security,
      system,
      knowledge,
      integrations,
      billing,
      analytics,
      team,
    }),
  ),
  createKnowledgeBase: provideCreateKnowledgeBase({ api: knowledge, ...creating }),
  deleteKnowledgeBase: provideRemoval(knowledge.remove, leaveFor('/knowledge-bases')),
  knowledgeBase: provideKnowledgeBase({ api: knowledge, cache, live, showToast }),
  upload: provideUpload(knowledge, (detail) =>
    upgradeDialog()?.send({ type: 'plan.refused', limit: { detail, planId: null } }),
  ),
  deleteDocument: provideRemoval(knowledge.removeDocument, refresh),
  createIntegration: provideCreateIntegration({ api: integrations, ...creating }),
  deleteIntegration: provideRemoval(integrations.remove, () => {
    leaving.changesFinished()
    leaveFor('/integrations')()
  }),
  ...provideAssistants({ api: integrations, refresh, goTo, showToast, holdLeaving: leaving.hold }),
  passageSearch: providePassageSearch(integrations),
  explainPassage: provideExplainPassage(integrations, knowledge),
  deleteConversation: provideRemoval(integrations.removeConversation, ({ id }) => {
    app.getSnapshot().children.workspace?.send({ type: 'conversation.deleted', id })
    goTo(withoutConversation(shownPath()))
    void refresh()
  }),
  renameConversation: provideRenameConversation({
    api: integrations,
    cache,
    tellChanged: (changed) => tellChat({ type: 'conversation.changed', conversation: changed }),
  }),
  reader: provideReader(knowledge),
  ...provideChat({
    api: integrations,
    cache,
    document,
    showToast,
    tellRating: (messageId, feedback) =>
      app.getSnapshot().children.workspace?.send({ type: 'answer.rated', messageId, feedback }),
  }),
  ...provideAnalytics({
    analytics,
    knowledge,
    integrations,
    once,
    organizationId: () => organizationsActor()?.getSnapshot().context.currentId ?? '',
    refresh,
  }),
  ...billingMachines,
  ...provideTeam({
    api: team,
    links: createInvitationLinks(createAnonymousClient(transport)),
    me: profile.me,
    session,
    cache,
    showToast,
    signOut,
    enter: doors.join,
    organizationsChanged: () => doors.tell({ type: 'organizations.changed' }),
    organizationLeft: doors.leave,
  }),
  picker: pickerMachine,
  sheet: sheetMachine,
  sendFeedback: provideSendFeedback({ api: system, once, showToast }),
}

startWriting(storage, cache, writeAs)

// The first screen's code is there before anything is drawn: nothing flashes.
await waitFor(navigation, ({ context }) => context.current !== null)
const actors = { app, session, navigation, toasts, theme, sidebar, connections }
const shown = isInspected
  ? (await import('./ui/inspect/inspector.ts')).inspect(Object.values(actors), machines)
  : machines
createRoot(document.getElementById('root')!).render(<App actors={actors} machines={shown} />)
