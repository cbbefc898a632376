import type { ComponentType } from 'react'
import { isInShell } from '../ui/routes.ts'
import type { Base } from './base.ts'
import { compose as composeLogIn } from './log-in.tsx'
import type { Start } from './start.ts'

type Load = (start: Start) => Promise<ComponentType>

/** A screen that calls the server at once: its code and the HTTP client are fetched together. */
const withServer =
  (fetchScreen: () => Promise<{ compose: (base: Base) => ComponentType }>): Load =>
  async ({ loadBase }) => {
    const [{ compose }, base] = await Promise.all([fetchScreen(), loadBase()])
    return compose(base)
  }

const loadNotFound: Load = async () => (await import('../ui/parts/not-found.tsx')).NotFound

/** Each screen with its machines and their services, fetched on the first visit. */
const screens: Readonly<Record<string, Load>> = {
  // Bundled with the app: saves a request for the most common first page.
  logIn: async (start) => composeLogIn(start),
  companyLogIn: withServer(() => import('./company-log-in.tsx')),
  register: async (start) => (await import('./register.tsx')).compose(start),
  forgotPassword: async (start) => (await import('./forgot-password.tsx')).compose(start),
  resetPassword: withServer(() => import('./reset-password.tsx')),
  confirmEmail: withServer(() => import('./confirm-email.tsx')),
  invitation: withServer(() => import('./invitation.tsx')),
  paymentSuccess: withServer(() => import('./payment-success.tsx')),
  team: withServer(() => import('./team.tsx')),
  profile: withServer(() => import('./settings.tsx')),
  settings: withServer(() => import('./settings.tsx')),
  organizationSettings: withServer(() => import('./organization-settings.tsx')),
  apiKeys: withServer(() => import('./api-keys.tsx')),
  models: withServer(() => import('./models.tsx')),
  channels: withServer(() => import('./channels.tsx')),
  webhooks: withServer(() => import('./webhooks.tsx')),
  singleSignOn: withServer(() => import('./single-sign-on.tsx')),
  auditLog: withServer(() => import('./audit-log.tsx')),
  security: withServer(() => import('./security.tsx')),
  integrations: withServer(() => import('./integrations.tsx')),
  playground: withServer(() => import('./playground.tsx')),
  search: withServer(() => import('./search.tsx')),
  history: withServer(() => import('./history.tsx')),
  assistantSettings: withServer(() => import('./assistant-settings.tsx')),
  chat: withServer(() => import('./chat.tsx')),
  conversations: withServer(() => import('./conversations-screen.tsx')),
  inbox: withServer(() => import('./inbox.tsx')),
  analytics: withServer(() => import('./analytics.tsx')),
  knowledgeBases: withServer(() => import('./knowledge-bases.tsx')),
  knowledgeBase: withServer(() => import('./knowledge-base.tsx')),
  retrievalTest: withServer(() => import('./retrieval-test.tsx')),
  goldenQuestions: withServer(() => import('./golden-questions.tsx')),
  pricing: withServer(() => import('./pricing.tsx')),
  payment: withServer(() => import('./payment.tsx')),
  privacy: withServer(() => import('./privacy.tsx')),
  usage: withServer(() => import('./usage.tsx')),
  feedback: async () => (await import('../ui/conversations/feedback-screen.tsx')).FeedbackScreen,
  subscription: withServer(() => import('./subscription.tsx')),
  notFoundInIntegration: loadNotFound,
  notFound: loadNotFound,
}

const importWorkspace = () => import('./workspace.tsx')
type Workspace = ReturnType<Awaited<ReturnType<typeof importWorkspace>>['compose']>

/** Fetches screens and the workspace around them, and keeps them; a second call costs nothing. */
export function createScreens(start: Start) {
  const loaded = new Map<string, ComponentType>()
  let workspace: Workspace | null = null

  async function loadWorkspace() {
    const [{ compose }, base] = await Promise.all([importWorkspace(), start.loadBase()])
    workspace ??= compose(base)
  }

  async function loadAlone(routeId: string) {
    const load = screens[routeId]
    if (load && !loaded.has(routeId)) loaded.set(routeId, await load(start))
  }

  return {
    loadWorkspace,
    async loadScreen(routeId: string) {
      await Promise.all([loadAlone(routeId), isInShell(routeId) && loadWorkspace()])
    },
    /** @throws Error before it is loaded. */
    logicOf<Name extends keyof Workspace['logic']>(name: Name): Workspace['logic'][Name] {
      if (!workspace) throw new Error('the workspace is not loaded')
      return workspace.logic[name]
    },
    screenOf: (routeId: string) => loaded.get(routeId) ?? null,
    workspace: () => workspace?.View ?? null,
  }
}

export type Screens = ReturnType<typeof createScreens>
