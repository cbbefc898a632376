import * as api from '../../../src/services/contract/operations/index.ts'
import type { Operation } from '../../../src/services/contract/operations/operation.ts'
import { UNVERIFIED } from '../../../src/services/contract/operations/phrases.ts'
import { isOpen } from '../../kernel/http/serve.ts'

/** Headings of the reference page, in order, with the operations under each. */
const TAGS: readonly (readonly [string, ...Readonly<Record<string, Operation>>[]])[] = [
  ['Asking', api.asking, api.programs],
  ['Assistants', api.assistants],
  ['Conversations', api.conversations],
  ['Analytics', api.analytics],
  ['Hand-over to people', api.handover, api.visitorHandover, api.ownHandover],
  ['Public page', api.publicPage],
  ['Channels', api.channels],
  ['Knowledge bases', api.knowledgeBases],
  ['Readers', api.readers],
  ['Documents', api.documents],
  ['Passages', api.passages],
  ['Web pages', api.webPages],
  ['Indexes', api.indexes],
  ['Golden questions', api.goldenQuestions],
  ['Organizations', api.organizations],
  ['Members', api.members],
  ['Groups', api.groups],
  ['API keys', api.apiKeys],
  ['Webhooks', api.webhooks],
  ['Models', api.modelProviders],
  ['Audit log', api.auditLog],
  ['Retention', api.retention],
  ['Privacy', api.privacy, api.personalData],
  ['Single sign-on', api.singleSignOn],
  ['Log-in', api.logIn],
  ['Account', api.account],
  ['Security', api.security],
  ['Plan and billing', api.billing],
  ['Notifications', api.notifications],
  ['Installation', api.installation],
]

/** Every API operation by method and address, including those not on the reference page. */
export const ALL_OPERATIONS: Readonly<Record<string, Operation & { readonly tag: string }>> =
  Object.fromEntries(
    TAGS.flatMap(([tag, ...groups]) =>
      groups
        .flatMap((group) => Object.values(group))
        .map((operation) => [operation.address, { ...operation, tag }]),
    ),
  )

/** Operations on the reference page. */
export const OPERATIONS = Object.fromEntries(
  Object.entries(ALL_OPERATIONS).filter(([, { rules }]) => !rules.hidden),
)

/** An operation's refusals by status, each with its condition. */
export const refusalsOf = ({ address, rules }: Operation) => ({
  ...(!isOpen(rules) && { 401: 'The key or token is missing, invalid or expired.' }),
  ...(!isOpen(rules) && { 403: 'Your role or the key’s scopes do not allow this.' }),
  ...(address.includes(':') && { 404: 'Not found, or you are not allowed to see it.' }),
  ...(rules.example && { 422: 'The request is invalid: see `fields`.' }),
  429: 'Too many requests: wait for the number of seconds in `Retry-After`.',
  503: 'The database or the object store is unavailable: retry after a few seconds.',
  ...(rules.verified && { 403: UNVERIFIED }),
  ...rules.refuses,
})
