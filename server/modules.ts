import { createAccountsModule } from './accounts/accounts.module.ts'
import { createAnalyticsModule } from './analytics/analytics.module.ts'
import { createWriters } from './answering/writers.ts'
import { createAuditModule } from './audit/audit.module.ts'
import { createBillingModule } from './billing/billing.module.ts'
import type { Context } from './context.ts'
import { createConversationsModule } from './conversations/conversations.module.ts'
import { createDocumentsModule } from './documents/documents.module.ts'
import { createFeedbackModule } from './feedback/feedback.module.ts'
import { createGoldenModule } from './golden/golden.module.ts'
import { createGroupsModule } from './groups/groups.module.ts'
import { createHandoverModule } from './handover/handover.module.ts'
import { createIndexesModule } from './indexes/indexes.module.ts'
import { createIntegrationsModule } from './integrations/integrations.module.ts'
import { createKnowledgeBasesModule } from './knowledge-bases/knowledge-bases.module.ts'
import { createOutboxModule } from './mail/outbox.module.ts'
import { createMcpModule } from './mcp/mcp.module.ts'
import { createMembersModule } from './members/members.module.ts'
import { createModelsModule } from './models/models.module.ts'
import type { Module } from './module.ts'
import { createNotificationsModule } from './notifications/notifications.module.ts'
import { createOrganizationsModule } from './organizations/organizations.module.ts'
import { createPrivacyModule } from './privacy/privacy.module.ts'
import { createProvisioningModule } from './provisioning/provisioning.module.ts'
import { createReadersModule } from './readers/readers.module.ts'
import { createSocketsModule } from './realtime/sockets.module.ts'
import { createRetentionModule } from './retention/retention.module.ts'
import type { Embedder } from './retrieval/embedder.ts'
import { createRetrieval } from './retrieval/retrieval.module.ts'
import { createSearchModule } from './search/search.module.ts'
import { createShareModule } from './share/share.module.ts'
import { createProviders, createSingleSignOnModule } from './single-sign-on/single-sign-on.module.ts'
import { createSourcesModule } from './sources/sources.module.ts'
import { createSystemModule } from './system/system.module.ts'
import { createWebhooksModule } from './webhooks/webhooks.module.ts'

/** Every module, each after those that it works with; they are closed in the reverse order. */
export async function createModules(
  context: Context,
  { appFolder, embedder }: { appFolder: string; embedder: Embedder | undefined },
) {
  const providers = createProviders(context)
  const accounts = createAccountsModule(context, providers)
  const organizations = createOrganizationsModule(context, accounts)
  const retrieval = await createRetrieval(context, embedder)
  const golden = createGoldenModule(context, retrieval)
  const documents = await createDocumentsModule(context, { retrieval })
  const indexes = await createIndexesModule(context, { ...documents, ...golden, retrieval })
  const models = await createModelsModule(context)
  const integrations = createIntegrationsModule(context, models)
  const writersFor = createWriters({ ...context, ...models, nearness: retrieval.nearness })
  const conversations = await createConversationsModule(context, {
    ...organizations,
    ...integrations,
    retrieval,
    writersFor,
  })
  const handover = createHandoverModule(context, conversations)
  const members = createMembersModule(context, organizations, providers)
  const singleSignOn = createSingleSignOnModule(context, providers, accounts)
  const modules: Module[] = [
    accounts,
    organizations,
    members,
    singleSignOn,
    createGroupsModule(context),
    createReadersModule(context),
    createProvisioningModule(context, members, singleSignOn),
    createMcpModule(),
    createOutboxModule(context),
    // Before the documents, and so ended after them: what indexes wait for ends with those.
    indexes,
    documents,
    createKnowledgeBasesModule(context, { ...documents, ...indexes }),
    golden,
    await createSourcesModule(context, documents),
    // Before the conversations, and so ended after them: answers that are being written ask models.
    models,
    integrations,
    conversations,
    handover,
    createShareModule(context, { ...conversations, ...handover, appFolder }),
    createSearchModule(context, { retrieval, writersFor }),
    await createBillingModule(context),
    createAuditModule(context),
    createRetentionModule(context),
    createPrivacyModule(context),
    createAnalyticsModule(context, retrieval),
    createFeedbackModule(context),
    createNotificationsModule(context),
    createWebhooksModule(context),
    createSystemModule(context),
    createSocketsModule(context),
    // Its end cuts short what the documents wait for, so that they end it themselves.
    { sweepOwnDisk: retrieval.sweepOwnDisk },
  ]
  return { modules, retrieval }
}
