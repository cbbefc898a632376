import type { Route } from '../machines/shell/navigation/navigation.types.ts'
import { t } from '../texts/t.ts'

/** A page for people who have logged in. */
const inside = (id: string, pattern: string, title: string, redirect?: string): Route => ({
  id,
  pattern,
  access: 'protected',
  title,
  ...(redirect !== undefined && { redirect }),
})

/** S2: every address of the app. The first matching pattern is shown. */
export const routes: readonly Route[] = [
  { id: 'logIn', pattern: '/login', access: 'guest', title: t('Log in') },
  { id: 'companyLogIn', pattern: '/login/company', access: 'guest', title: t('Log in') },
  { id: 'register', pattern: '/register', access: 'guest', title: t('Create an account') },
  { id: 'forgotPassword', pattern: '/forgot-password', access: 'public', title: t('Forgot your password?') },
  { id: 'resetPassword', pattern: '/reset-password/:token?', access: 'public', title: t('New password') },
  { id: 'confirmEmail', pattern: '/confirm-email/:token', access: 'public', title: t('Your address') },
  { id: 'invitation', pattern: '/invitations/:token', access: 'public', title: t('Invitation') },
  inside('team', '/team', t('Team')),
  inside('profile', '/profile', t('Profile')),
  inside('settings', '/settings', t('Settings')),
  inside('profileSettings', '/settings/profile', t('Settings'), '/settings'),
  inside('organizationSettings', '/settings/organization', t('Organization')),
  inside('apiKeys', '/settings/api-keys', t('API keys')),
  inside('models', '/settings/models', t('Models')),
  inside('channels', '/settings/channels', t('Channels')),
  inside('webhooks', '/settings/webhooks', t('Webhooks')),
  inside('singleSignOn', '/settings/single-sign-on', t('Single sign-on')),
  inside('privacy', '/settings/privacy', t('Privacy')),
  inside('auditLog', '/settings/audit-log', t('Audit log')),
  inside('security', '/security', t('Security')),
  inside('home', '/', 'Lectern', '/integrations'),
  inside('integrations', '/integrations', t('Integrations')),
  inside('playground', '/integrations/:integrationId', t('Playground')),
  inside('search', '/integrations/:integrationId/search', t('Search')),
  inside('history', '/integrations/:integrationId/history', t('Chat History')),
  inside('assistantSettings', '/integrations/:integrationId/settings', t('Settings')),
  inside('notFoundInIntegration', '/integrations/:integrationId/*', t('Page Not Found')),
  { id: 'apps', pattern: '/apps', access: 'public', title: t('Integrations'), redirect: '/integrations' },
  { id: 'app', pattern: '/apps/*', access: 'public', title: t('Integrations'), redirect: '/integrations/*' },
  inside('feedback', '/feedback', t('Feedback received')),
  inside('chat', '/chat', t('Chat')),
  inside('usage', '/usage', t('Usage')),
  inside('analytics', '/analytics', t('Source Analytics')),
  inside('inbox', '/inbox', t('Inbox')),
  inside('conversations', '/conversations', t('Conversations')),
  inside('knowledgeBases', '/knowledge-bases', t('Knowledge Bases')),
  inside('knowledgeBase', '/knowledge-bases/:id', t('Knowledge Base')),
  inside('retrievalTest', '/knowledge-bases/:id/test', t('Retrieval Test')),
  inside('goldenQuestions', '/knowledge-bases/:id/golden-questions', t('Golden Questions')),
  inside('pricing', '/pricing', t('Plans')),
  inside('payment', '/payment', t('Billing')),
  { id: 'paymentSuccess', pattern: '/payment-success', access: 'public', title: t('Payment') },
  inside('subscription', '/settings/subscription', t('Subscription')),
]

/** Screens of the workspace are drawn inside its shell. */
export const isInShell = (routeId: string) =>
  routes.some(({ id, access }) => id === routeId && access === 'protected')
