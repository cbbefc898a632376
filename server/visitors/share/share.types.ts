import type { Configuration } from '../../../src/services/contract/integrations.ts'
import type { IntegrationRow } from '../../assistants/integrations/integrations.types.ts'
import type { publicPages, visitors } from '../../kernel/db/schema/index.ts'

export type PageRow = typeof publicPages.$inferSelect
export type PageSettings = Omit<PageRow, 'identitySecret' | 'identitySince'>
export type VisitorRow = typeof visitors.$inferSelect
/** Who is on a page. `only`: whoever came by a mailed link sees the one conversation that it leads to. */
export type Visiting = VisitorRow & { only: string | null }
/** How an assistant looks to visitors, and since which version. */
export type FaceRow = { version: number; configuration: Configuration }
/** A page that answers, with its assistant. */
export type OpenPage = { integration: IntegrationRow; page: PageRow }
