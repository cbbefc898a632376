import { createAccountsModule } from './accounts/accounts.module.ts'
import { createProvisioningModule } from './accounts/provisioning/provisioning.module.ts'
import { createProviders, createSingleSignOnModule } from './accounts/single-sign-on/single-sign-on.module.ts'
import { createWriters } from './assistants/answering/writers.ts'
import { createIntegrationsModule } from './assistants/integrations/integrations.module.ts'
import { createModelsModule } from './assistants/models/models.module.ts'
import { createBillingModule } from './billing/billing.module.ts'
import { createNotificationsModule } from './connection/notifications/notifications.module.ts'
import { socketRoutes } from './connection/realtime/sockets.routes.ts'
import type { Context } from './context.ts'
import { createAnalyticsModule } from './conversations/analytics/analytics.module.ts'
import { createConversationsModule } from './conversations/conversations.module.ts'
import { createFeedbackModule } from './conversations/feedback/feedback.module.ts'
import { createMcpModule } from './developers/mcp/mcp.module.ts'
import { createWebhooksModule } from './developers/webhooks/webhooks.module.ts'
import { createOutboxModule } from './kernel/mail/outbox.routes.ts'
import { createDocumentsModule } from './knowledge/documents/documents.module.ts'
import { createGoldenModule } from './knowledge/golden/golden.module.ts'
import { createIndexesModule } from './knowledge/indexes/indexes.module.ts'
import { createKnowledgeBasesModule } from './knowledge/knowledge-bases/knowledge-bases.module.ts'
import { createReadersModule } from './knowledge/readers/readers.module.ts'
import type { Embedder } from './knowledge/retrieval/embedder.ts'
import { createRetrieval } from './knowledge/retrieval/retrieval.module.ts'
import { createSearchModule } from './knowledge/search/search.module.ts'
import { createSourcesModule } from './knowledge/sources/sources.module.ts'
import type { Module } from './module.ts'
import { createSystemModule } from './operator/system/system.module.ts'
import { createAuditModule } from './organizations/audit/audit.module.ts'
import { createGroupsModule } from './organizations/groups/groups.module.ts'
import { createMembersModule } from './organizations/members/members.module.ts'
import { createOrganizationsModule } from './organizations/organizations.module.ts'
import { createPersonalDataModule } from './organizations/personal-data/personal-data.module.ts'
import { createPrivacyModule } from './organizations/privacy/privacy.module.ts'
import { createRetentionModule } from './organizations/retention/retention.module.ts'
import { createChannelAccess, createChannelsModule } from './visitors/channels/channels.module.ts'
import { createHandoverModule } from './visitors/handover/handover.module.ts'
import { createShareModule } from './visitors/share/share.module.ts'

/** All modules, each after those that it depends on; they are closed in reverse order. */
export async function createModules(
  context: Context,
  { appFolder, embedder }: { appFolder: string; embedder: Embedder | undefined },
) {
  const providers = createProviders(context)
  const billing = await createBillingModule(context)
  const accounts = createAccountsModule(context, providers, billing)
  const organizations = createOrganizationsModule(context, accounts, providers, billing)
  const retrieval = await createRetrieval(context, embedder)
  const golden = createGoldenModule(context, retrieval)
  const documents = await createDocumentsModule(context, { retrieval })
  const indexes = await createIndexesModule(context, { ...documents, ...golden, retrieval })
  const models = await createModelsModule(context)
  const integrations = createIntegrationsModule(context, models)
  const writersFor = createWriters({ ...context, ...models, similarity: retrieval.quoteSimilarity })
  const conversations = await createConversationsModule(context, {
    ...organizations,
    ...integrations,
    retrieval,
    writersFor,
  })
  const channelAccess = createChannelAccess(context)
  const handover = createHandoverModule(context, { ...conversations, ...channelAccess })
  const members = createMembersModule(context, organizations, providers)
  const singleSignOn = createSingleSignOnModule(context, providers, accounts)
  const modules: Module[] = [
    accounts,
    organizations,
    members,
    singleSignOn,
    createGroupsModule(context),
    createReadersModule(context, documents),
    createProvisioningModule(context, members, singleSignOn),
    createMcpModule(),
    createOutboxModule(context),
    // Before the documents, and so closed after them: work that indexes wait for ends with the documents.
    indexes,
    documents,
    createKnowledgeBasesModule(context, { ...documents, ...indexes }),
    golden,
    await createSourcesModule(context, documents),
    // Before the conversations, and so closed after them: answers in progress call models.
    models,
    integrations,
    conversations,
    handover,
    createChannelsModule(context, { ...conversations, ...handover, ...channelAccess }),
    createShareModule(context, { ...conversations, ...handover, appFolder }),
    createSearchModule(context, { retrieval, writersFor }),
    billing,
    createAuditModule(context),
    createRetentionModule(context),
    createPersonalDataModule(context, organizations, members),
    createPrivacyModule(context),
    createAnalyticsModule(context, retrieval),
    createFeedbackModule(context),
    createNotificationsModule(context),
    createWebhooksModule(context),
    createSystemModule(context),
    { plugin: socketRoutes(context) },
    // Closing it early would abort work that the documents wait for, so the documents end it themselves.
    { sweep: retrieval.sweep, sweepOwnDisk: retrieval.sweepOwnDisk },
  ]
  return { modules, retrieval }
}
