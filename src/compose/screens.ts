import type { ComponentType } from 'react'
import { isInShell } from '../ui/routes.ts'
import type { Base } from './base.ts'

type Load = (base: Base) => Promise<ComponentType>

/** Each screen with its machines and their services, fetched when it is first gone to. */
const screens: Readonly<Record<string, Load>> = {
  logIn: async (base) => (await import('./log-in.tsx')).compose(base),
  register: async (base) => (await import('./register.tsx')).compose(base),
  forgotPassword: async (base) => (await import('./forgot-password.tsx')).compose(base),
  resetPassword: async (base) => (await import('./reset-password.tsx')).compose(base),
  confirmEmail: async (base) => (await import('./confirm-email.tsx')).compose(base),
  invitation: async (base) => (await import('./invitation.tsx')).compose(base),
  paymentSuccess: async (base) => (await import('./payment-success.tsx')).compose(base),
  team: async (base) => (await import('./team.tsx')).compose(base),
  profile: async (base) => (await import('./profile.tsx')).compose(base),
  settings: async (base) => (await import('./settings.tsx')).compose(base),
  organizationSettings: async (base) => (await import('./organization-settings.tsx')).compose(base),
  security: async (base) => (await import('./security.tsx')).compose(base),
  integrations: async (base) => (await import('./integrations.tsx')).compose(base),
  playground: async (base) => (await import('./playground.tsx')).compose(base),
  search: async (base) => (await import('./search.tsx')).compose(base),
  history: async (base) => (await import('./history.tsx')).compose(base),
  assistantSettings: async (base) => (await import('./assistant-settings.tsx')).compose(base),
  chat: async (base) => (await import('./chat.tsx')).compose(base),
  conversations: async (base) => (await import('./conversations-screen.tsx')).compose(base),
  analytics: async (base) => (await import('./analytics.tsx')).compose(base),
  knowledgeBases: async (base) => (await import('./knowledge-bases.tsx')).compose(base),
  knowledgeBase: async (base) => (await import('./knowledge-base.tsx')).compose(base),
  retrievalTest: async (base) => (await import('./retrieval-test.tsx')).compose(base),
  goldenQuestions: async (base) => (await import('./golden-questions.tsx')).compose(base),
  pricing: async (base) => (await import('./pricing.tsx')).compose(base),
  payment: async (base) => (await import('./payment.tsx')).compose(base),
  usage: async () => (await import('../ui/screens/usage/usage-screen.tsx')).UsageScreen,
  feedback: async () => (await import('../ui/screens/feedback/feedback-screen.tsx')).FeedbackScreen,
  subscription: async () =>
    (await import('../ui/screens/settings/subscription-screen.tsx')).SubscriptionScreen,
  notFoundInIntegration: async () => (await import('../ui/parts/not-found.tsx')).NotFound,
  notFound: async () => (await import('../ui/screens/not-found/not-found-screen.tsx')).NotFoundScreen,
}

const importWorkspace = () => import('./workspace.tsx')
type Workspace = ReturnType<Awaited<ReturnType<typeof importWorkspace>>['compose']>

/** Fetches screens, and the workspace around them, and keeps what was fetched; a second call costs nothing. */
export function createScreens(base: Base) {
  const loaded = new Map<string, ComponentType>()
  let workspace: Workspace | null = null

  async function loadWorkspace() {
    const { compose } = await importWorkspace()
    workspace ??= compose(base)
  }

  async function loadAlone(routeId: string) {
    const load = screens[routeId]
    if (load && !loaded.has(routeId)) loaded.set(routeId, await load(base))
  }

  return {
    loadWorkspace,
    async loadScreen(routeId: string) {
      await Promise.all([loadAlone(routeId), isInShell(routeId) && loadWorkspace()])
    },
    /** @throws Error before it is loaded. */
    logicOfWorkspace() {
      if (!workspace) throw new Error('the workspace is not loaded')
      return workspace.logic
    },
    screenOf: (routeId: string) => loaded.get(routeId) ?? null,
    workspace: () => workspace?.View ?? null,
  }
}

export type Screens = ReturnType<typeof createScreens>
