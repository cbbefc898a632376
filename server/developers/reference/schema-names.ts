import * as z from 'zod/mini'
import * as accounts from '../../../src/services/contract/accounts.ts'
import * as analytics from '../../../src/services/contract/analytics.ts'
import * as audit from '../../../src/services/contract/audit.ts'
import * as billing from '../../../src/services/contract/billing.ts'
import * as common from '../../../src/services/contract/common.ts'
import * as completions from '../../../src/services/contract/completions.ts'
import * as connectors from '../../../src/services/contract/connectors.ts'
import * as conversations from '../../../src/services/contract/conversations.ts'
import * as documents from '../../../src/services/contract/documents.ts'
import * as faqImport from '../../../src/services/contract/faq-import.ts'
import * as golden from '../../../src/services/contract/golden.ts'
import * as indexes from '../../../src/services/contract/indexes.ts'
import * as feedback from '../../../src/services/contract/installation.ts'
import * as system from '../../../src/services/contract/installation.ts'
import * as integrations from '../../../src/services/contract/integrations.ts'
import * as invitations from '../../../src/services/contract/invitations.ts'
import * as knowledgeBases from '../../../src/services/contract/knowledge-bases.ts'
import * as members from '../../../src/services/contract/members.ts'
import * as models from '../../../src/services/contract/models.ts'
import * as notifications from '../../../src/services/contract/notifications.ts'
import * as organizations from '../../../src/services/contract/organizations.ts'
import * as personalData from '../../../src/services/contract/personal-data.ts'
import * as privacy from '../../../src/services/contract/privacy.ts'
import * as retention from '../../../src/services/contract/retention.ts'
import * as search from '../../../src/services/contract/search.ts'
import * as security from '../../../src/services/contract/security.ts'
import * as share from '../../../src/services/contract/share.ts'
import * as singleSignOn from '../../../src/services/contract/single-sign-on.ts'
import * as sources from '../../../src/services/contract/sources.ts'
import * as webhooks from '../../../src/services/contract/webhooks.ts'

const CONTRACT: readonly object[] = [
  common,
  accounts,
  analytics,
  audit,
  billing,
  completions,
  connectors,
  conversations,
  documents,
  faqImport,
  feedback,
  golden,
  indexes,
  integrations,
  invitations,
  knowledgeBases,
  members,
  models,
  notifications,
  organizations,
  personalData,
  privacy,
  retention,
  search,
  security,
  share,
  singleSignOn,
  sources,
  system,
  webhooks,
]

const isObject = (value: unknown): value is z.core.$ZodObject =>
  value instanceof z.core.$ZodType && value._zod.def.type === 'object'

/** Names the contract's objects after their exports. */
export function nameSchemas(modules = CONTRACT) {
  const names = z.registry<{ id: string }>()
  const taken = new Set<string>()
  // Sorted: if a schema has two names, the first is used, regardless of the module order.
  for (const [id, schema] of modules.flatMap((module) =>
    Object.entries(module).sort(([a], [b]) => (a < b ? -1 : 1)),
  )) {
    if (!isObject(schema) || names.has(schema)) continue
    if (taken.has(id)) throw new Error(`Two schemas of the contract have the name ${id}.`)
    taken.add(id)
    names.add(schema, { id })
  }
  return names
}
