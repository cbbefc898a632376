import type { Route } from '../machines/shell/navigation/navigation.types.ts'
import { t } from '../texts/t.ts'

/** S2: every address of the app. The first matching pattern is shown. */
export const routes: readonly Route[] = [
  { id: 'logIn', pattern: '/login', access: 'guest', title: t('Log in') },
  { id: 'companyLogIn', pattern: '/login/company', access: 'guest', title: t('Log in') },
  { id: 'register', pattern: '/register', access: 'guest', title: t('Create an account') },
  { id: 'forgotPassword', pattern: '/forgot-password', access: 'public', title: t('Forgot your password?') },
  { id: 'resetPassword', pattern: '/reset-password/:token?', access: 'public', title: t('New password') },
  { id: 'confirmEmail', pattern: '/confirm-email/:token', access: 'public', title: t('Your address') },
  { id: 'invitation', pattern: '/invitations/:token', access: 'public', title: t('Invitation') },
  { id: 'team', pattern: '/team', access: 'protected', title: t('Team') },
  { id: 'profile', pattern: '/profile', access: 'protected', title: t('Profile') },
  { id: 'settings', pattern: '/settings', access: 'protected', title: t('Settings') },
  {
    id: 'profileSettings',
    pattern: '/settings/profile',
    access: 'protected',
    title: t('Settings'),
    redirect: '/settings',
  },
  {
    id: 'organizationSettings',
    pattern: '/settings/organization',
    access: 'protected',
    title: t('Organization'),
  },
  { id: 'apiKeys', pattern: '/settings/api-keys', access: 'protected', title: t('API keys') },
  { id: 'models', pattern: '/settings/models', access: 'protected', title: t('Models') },
  { id: 'channels', pattern: '/settings/channels', access: 'protected', title: t('Channels') },
  { id: 'webhooks', pattern: '/settings/webhooks', access: 'protected', title: t('Webhooks') },
  {
    id: 'singleSignOn',
    pattern: '/settings/single-sign-on',
    access: 'protected',
    title: t('Single sign-on'),
  },
  { id: 'privacy', pattern: '/settings/privacy', access: 'protected', title: t('Privacy') },
  { id: 'auditLog', pattern: '/settings/audit-log', access: 'protected', title: t('Audit log') },
  { id: 'security', pattern: '/security', access: 'protected', title: t('Security') },
  { id: 'home', pattern: '/', access: 'protected', title: 'Lectern', redirect: '/integrations' },
  { id: 'integrations', pattern: '/integrations', access: 'protected', title: t('Integrations') },
  { id: 'playground', pattern: '/integrations/:integrationId', access: 'protected', title: t('Playground') },
  { id: 'search', pattern: '/integrations/:integrationId/search', access: 'protected', title: t('Search') },
  {
    id: 'history',
    pattern: '/integrations/:integrationId/history',
    access: 'protected',
    title: t('Chat History'),
  },
  {
    id: 'assistantSettings',
    pattern: '/integrations/:integrationId/settings',
    access: 'protected',
    title: t('Settings'),
  },
  {
    id: 'notFoundInIntegration',
    pattern: '/integrations/:integrationId/*',
    access: 'protected',
    title: t('Page Not Found'),
  },
  { id: 'apps', pattern: '/apps', access: 'public', title: t('Integrations'), redirect: '/integrations' },
  { id: 'app', pattern: '/apps/*', access: 'public', title: t('Integrations'), redirect: '/integrations/*' },
  { id: 'feedback', pattern: '/feedback', access: 'protected', title: t('Feedback received') },
  { id: 'chat', pattern: '/chat', access: 'protected', title: t('Chat') },
  { id: 'usage', pattern: '/usage', access: 'protected', title: t('Usage') },
  { id: 'analytics', pattern: '/analytics', access: 'protected', title: t('Source Analytics') },
  { id: 'inbox', pattern: '/inbox', access: 'protected', title: t('Inbox') },
  { id: 'conversations', pattern: '/conversations', access: 'protected', title: t('Conversations') },
  { id: 'knowledgeBases', pattern: '/knowledge-bases', access: 'protected', title: t('Knowledge Bases') },
  { id: 'knowledgeBase', pattern: '/knowledge-bases/:id', access: 'protected', title: t('Knowledge Base') },
  {
    id: 'retrievalTest',
    pattern: '/knowledge-bases/:id/test',
    access: 'protected',
    title: t('Retrieval Test'),
  },
  {
    id: 'goldenQuestions',
    pattern: '/knowledge-bases/:id/golden-questions',
    access: 'protected',
    title: t('Golden Questions'),
  },
  { id: 'pricing', pattern: '/pricing', access: 'protected', title: t('Plans') },
  { id: 'payment', pattern: '/payment', access: 'protected', title: t('Billing') },
  { id: 'paymentSuccess', pattern: '/payment-success', access: 'public', title: t('Payment') },
  { id: 'subscription', pattern: '/settings/subscription', access: 'protected', title: t('Subscription') },
]

/** Screens of the workspace are drawn inside its shell. */
export const isInShell = (routeId: string) =>
  routes.some(({ id, access }) => id === routeId && access === 'protected')
