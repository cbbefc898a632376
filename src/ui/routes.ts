import type { ComponentType } from 'react'
import type { Route } from '../machines/navigation/navigation.types.ts'

/** S2: every address of the app. The first pattern that fits is shown. */
export const routes: readonly Route[] = [
  { id: 'logIn', pattern: '/login', access: 'guest', title: 'Log in' },
  { id: 'register', pattern: '/register', access: 'guest', title: 'Create an account' },
  { id: 'forgotPassword', pattern: '/forgot-password', access: 'public', title: 'Forgot your password?' },
  { id: 'resetPassword', pattern: '/reset-password/:token?', access: 'public', title: 'New password' },
  { id: 'confirmEmail', pattern: '/confirm-email/:token', access: 'public', title: 'Your address' },
  { id: 'invitation', pattern: '/invitations/:token', access: 'public', title: 'Invitation' },
  { id: 'team', pattern: '/team', access: 'protected', title: 'Team' },
  { id: 'profile', pattern: '/profile', access: 'protected', title: 'Profile' },
  { id: 'settings', pattern: '/settings', access: 'protected', title: 'Settings' },
  {
    id: 'organizationSettings',
    pattern: '/settings/organization',
    access: 'protected',
    title: 'Organization',
  },
  { id: 'security', pattern: '/security', access: 'protected', title: 'Security' },
  { id: 'home', pattern: '/', access: 'protected', title: 'Lectern', redirect: '/integrations' },
  { id: 'integrations', pattern: '/integrations', access: 'protected', title: 'Integrations' },
  { id: 'playground', pattern: '/integrations/:integrationId', access: 'protected', title: 'Playground' },
  { id: 'search', pattern: '/integrations/:integrationId/search', access: 'protected', title: 'Search' },
  {
    id: 'history',
    pattern: '/integrations/:integrationId/history',
    access: 'protected',
    title: 'Chat History',
  },
  {
    id: 'assistantSettings',
    pattern: '/integrations/:integrationId/settings',
    access: 'protected',
    title: 'Settings',
  },
  {
    id: 'notFoundInIntegration',
    pattern: '/integrations/:integrationId/*',
    access: 'protected',
    title: 'Page Not Found',
  },
  { id: 'apps', pattern: '/apps', access: 'public', title: 'Integrations', redirect: '/integrations' },
  { id: 'app', pattern: '/apps/*', access: 'public', title: 'Integrations', redirect: '/integrations/*' },
  { id: 'feedback', pattern: '/feedback', access: 'protected', title: 'Feedback received' },
  { id: 'chat', pattern: '/chat', access: 'protected', title: 'Chat' },
  { id: 'usage', pattern: '/usage', access: 'protected', title: 'Usage' },
  { id: 'analytics', pattern: '/analytics', access: 'protected', title: 'Source Analytics' },
  { id: 'conversations', pattern: '/conversations', access: 'protected', title: 'Conversations' },
  { id: 'knowledgeBases', pattern: '/knowledge-bases', access: 'protected', title: 'Knowledge Bases' },
  { id: 'knowledgeBase', pattern: '/knowledge-bases/:id', access: 'protected', title: 'Knowledge Base' },
  { id: 'pricing', pattern: '/pricing', access: 'protected', title: 'Plans' },
  { id: 'payment', pattern: '/payment', access: 'protected', title: 'Billing' },
  { id: 'paymentSuccess', pattern: '/payment-success', access: 'public', title: 'Payment' },
  { id: 'subscription', pattern: '/settings/subscription', access: 'protected', title: 'Subscription' },
]

type Load = () => Promise<ComponentType>

/** The code of each screen, fetched when it is first gone to. */
const loaders: Readonly<Record<string, Load>> = {
  logIn: async () => (await import('./screens/log-in/log-in-screen.tsx')).LogInScreen,
  register: async () => (await import('./screens/register/register-screen.tsx')).RegisterScreen,
  forgotPassword: async () =>
    (await import('./screens/forgot-password/forgot-password-screen.tsx')).ForgotPasswordScreen,
  resetPassword: async () =>
    (await import('./screens/reset-password/reset-password-screen.tsx')).ResetPasswordScreen,
  confirmEmail: async () =>
    (await import('./screens/confirm-email/confirm-email-screen.tsx')).ConfirmEmailScreen,
  invitation: async () => (await import('./screens/invitation/invitation-screen.tsx')).InvitationScreen,
  team: async () => (await import('./screens/team/team-screen.tsx')).TeamScreen,
  profile: async () => (await import('./screens/profile/profile-screen.tsx')).ProfileScreen,
  settings: async () =>
    (await import('./screens/settings/profile-settings-screen.tsx')).ProfileSettingsScreen,
  organizationSettings: async () =>
    (await import('./screens/settings/organization-settings-screen.tsx')).OrganizationSettingsScreen,
  security: async () => (await import('./screens/security/security-screen.tsx')).SecurityScreen,
  integrations: async () =>
    (await import('./screens/integrations/integrations-screen.tsx')).IntegrationsScreen,
  playground: async () => (await import('./screens/playground/playground-screen.tsx')).PlaygroundScreen,
  search: async () => (await import('./screens/search/search-screen.tsx')).SearchScreen,
  history: async () => (await import('./screens/history/history-screen.tsx')).HistoryScreen,
  assistantSettings: async () =>
    (await import('./screens/assistant-settings/assistant-settings-screen.tsx')).AssistantSettingsScreen,
  notFoundInIntegration: async () => (await import('./parts/not-found.tsx')).NotFound,
  chat: async () => (await import('./screens/chat/chat-screen.tsx')).ChatScreen,
  conversations: async () =>
    (await import('./screens/conversations/conversations-screen.tsx')).ConversationsScreen,
  usage: async () => (await import('./screens/usage/usage-screen.tsx')).UsageScreen,
  analytics: async () => (await import('./screens/analytics/analytics-screen.tsx')).AnalyticsScreen,
  feedback: async () => (await import('./screens/feedback/feedback-screen.tsx')).FeedbackScreen,
  knowledgeBases: async () =>
    (await import('./screens/knowledge-bases/knowledge-bases-screen.tsx')).KnowledgeBasesScreen,
  knowledgeBase: async () =>
    (await import('./screens/knowledge-base/knowledge-base-screen.tsx')).KnowledgeBaseScreen,
  pricing: async () => (await import('./screens/pricing/pricing-screen.tsx')).PricingScreen,
  payment: async () => (await import('./screens/payment/payment-screen.tsx')).PaymentScreen,
  paymentSuccess: async () =>
    (await import('./screens/payment-success/payment-success-screen.tsx')).PaymentSuccessScreen,
  subscription: async () => (await import('./screens/settings/subscription-screen.tsx')).SubscriptionScreen,
  notFound: async () => (await import('./screens/not-found/not-found-screen.tsx')).NotFoundScreen,
}

/** Screens of the workspace are drawn inside its shell. */
export const isInShell = (routeId: string) =>
  routes.some(({ id, access }) => id === routeId && access === 'protected')

const loaded = new Map<string, ComponentType>()

/** Fetches the code of a screen; a second call costs nothing. */
export async function loadScreen(routeId: string): Promise<void> {
  if (loaded.has(routeId)) return
  const load = loaders[routeId]
  if (load) loaded.set(routeId, await load())
}

/** The screen, once it has been loaded. */
export const screenOf = (routeId: string) => loaded.get(routeId) ?? null
