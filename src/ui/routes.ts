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
    id: 'profileSettings',
    pattern: '/settings/profile',
    access: 'protected',
    title: 'Settings',
    redirect: '/settings',
  },
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
  {
    id: 'retrievalTest',
    pattern: '/knowledge-bases/:id/test',
    access: 'protected',
    title: 'Retrieval Test',
  },
  {
    id: 'goldenQuestions',
    pattern: '/knowledge-bases/:id/golden-questions',
    access: 'protected',
    title: 'Golden Questions',
  },
  { id: 'pricing', pattern: '/pricing', access: 'protected', title: 'Plans' },
  { id: 'payment', pattern: '/payment', access: 'protected', title: 'Billing' },
  { id: 'paymentSuccess', pattern: '/payment-success', access: 'public', title: 'Payment' },
  { id: 'subscription', pattern: '/settings/subscription', access: 'protected', title: 'Subscription' },
]

/** Screens of the workspace are drawn inside its shell. */
export const isInShell = (routeId: string) =>
  routes.some(({ id, access }) => id === routeId && access === 'protected')
