import * as api from '../../../src/services/contract/operations/index.ts'
import type { Operation } from '../../../src/services/contract/operations/operation.ts'

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
