import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { AssistantSettings, Configuration } from '../../../../src/services/contract/integrations.ts'
import type { ModelProtocol, PricedModel } from '../../../../src/services/contract/models.ts'
import { users } from './accounts.ts'
import { at, partOf } from './columns.ts'
import { knowledgeBases } from './knowledge.ts'
import { organizations } from './organizations.ts'

export const integrations = pgTable(
  'integrations',
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: partOf(() => organizations.id),
    name: text().notNull(),
    description: text().notNull().default(''),
    /** Settings of the draft; missing ones have their defaults. */
    settings: jsonb().$type<Partial<AssistantSettings>>().notNull().default({}),
    /** Whether only its readers may use it. */
    isRestricted: boolean().notNull().default(false),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (table) => [index('integrations_organization').on(table.organizationId)],
)

export const integrationKnowledgeBases = pgTable(
  'integration_knowledge_bases',
  {
    integrationId: partOf(() => integrations.id),
    knowledgeBaseId: partOf(() => knowledgeBases.id),
  },
  (table) => [primaryKey({ columns: [table.integrationId, table.knowledgeBaseId] })],
)

/** Published versions, numbered from 1 for each integration. */
export const integrationVersions = pgTable(
  'integration_versions',
  {
    integrationId: partOf(() => integrations.id),
    version: integer().notNull(),
    configuration: jsonb().$type<Configuration>().notNull(),
    publishedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    publishedAt: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.integrationId, table.version] })],
)

/** The key is encrypted: it is sent with each question. `keyHint` is the part that is shown. */
export const modelProviders = pgTable(
  'model_providers',
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: partOf(() => organizations.id),
    name: text().notNull(),
    protocol: text().$type<ModelProtocol>().notNull(),
    baseUrl: text().notNull(),
    apiKey: text(),
    keyHint: text(),
    models: jsonb().$type<PricedModel[]>().notNull(),
    /** Currency of all models' prices. */
    currency: text().notNull(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (table) => [index('model_providers_organization').on(table.organizationId)],
)
