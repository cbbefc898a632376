import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { ModelProtocol, PricedModel } from '../../../../src/services/contract/models.ts'
import { organizations } from './organizations.ts'

/** The key is encrypted: it is sent with each question. `keyHint` is the part that is shown. */
export const modelProviders = pgTable(
  'model_providers',
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    protocol: text().$type<ModelProtocol>().notNull(),
    baseUrl: text().notNull(),
    apiKey: text(),
    keyHint: text(),
    models: jsonb().$type<PricedModel[]>().notNull(),
    /** Currency of all models' prices. */
    currency: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('model_providers_organization').on(table.organizationId)],
)
