import type { publicPages, visitors } from '../db/schema/index.ts'
import type { IntegrationRow } from '../integrations/integrations.types.ts'

export type PageRow = typeof publicPages.$inferSelect
export type VisitorRow = typeof visitors.$inferSelect
/** A page that answers, with its assistant. */
export type OpenPage = { integration: IntegrationRow; page: PageRow }
