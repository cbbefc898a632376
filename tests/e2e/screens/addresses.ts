/** What the addresses of a demo have in them. */
export interface Ids {
  readonly integrationId: string
  readonly id: string
}

type Addresses = Readonly<Record<string, (ids: Ids) => readonly string[]>>

const assistant =
  (...ends: string[]) =>
  ({ integrationId }: Ids) =>
    ends.map((end) => `/integrations/${integrationId}${end}`)
const knowledgeBase =
  (...ends: string[]) =>
  ({ id }: Ids) =>
    ends.map((end) => `/knowledge-bases/${id}${end}`)

/** Route → the addresses of its pictures, for whoever is not signed in. */
export const OUTSIDE: Addresses = {
  logIn: () => ['/login', '/login?session_expired=true'],
  companyLogIn: () => ['/login/company'],
  register: () => ['/register'],
  forgotPassword: () => ['/forgot-password'],
  resetPassword: () => ['/reset-password', '/reset-password/gone'],
  confirmEmail: () => ['/confirm-email/gone'],
  invitation: () => ['/invitations/gone'],
  paymentSuccess: () => ['/payment-success'],
}

/** Route → the addresses of its pictures, for a member. */
export const INSIDE: Addresses = {
  integrations: () => ['/integrations'],
  playground: assistant(''),
  search: assistant('/search'),
  history: assistant('/history'),
  assistantSettings: assistant(
    '/settings',
    '/settings?part=appearance',
    '/settings?part=public',
    '/settings?part=handover',
    '/settings?part=versions',
  ),
  notFoundInIntegration: assistant('/nowhere'),
  knowledgeBases: () => ['/knowledge-bases'],
  knowledgeBase: knowledgeBase('', '?part=passages', '?part=settings'),
  retrievalTest: knowledgeBase('/test'),
  goldenQuestions: knowledgeBase('/golden-questions'),
  chat: () => ['/chat'],
  inbox: () => ['/inbox'],
  conversations: () => ['/conversations'],
  usage: () => ['/usage'],
  analytics: () => ['/analytics'],
  settings: () => ['/settings'],
  profile: () => ['/profile'],
  organizationSettings: () => ['/settings/organization'],
  team: () => ['/team'],
  apiKeys: () => ['/settings/api-keys'],
  channels: () => ['/settings/channels'],
  webhooks: () => ['/settings/webhooks'],
  models: () => ['/settings/models'],
  singleSignOn: () => ['/settings/single-sign-on'],
  privacy: () => ['/settings/privacy'],
  auditLog: () => ['/settings/audit-log'],
  security: () => ['/security'],
  pricing: () => ['/pricing'],
  payment: () => ['/payment'],
  subscription: () => ['/settings/subscription'],
  feedback: () => ['/feedback'],
  notFound: () => ['/nowhere'],
}
