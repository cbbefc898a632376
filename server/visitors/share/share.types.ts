import type { Configuration } from '../../../src/services/contract/integrations.ts'
import type { IntegrationRow } from '../../assistants/integrations/integrations.types.ts'
import type { publicPages, visitors } from '../../kernel/db/schema/index.ts'

export type PageRow = typeof publicPages.$inferSelect
type PageSettings = Omit<PageRow, 'integrationId' | 'identitySecret' | 'identitySince'>
export type PageChanges = { [Name in keyof PageSettings]: PageSettings[Name] | undefined }
export type VisitorRow = typeof visitors.$inferSelect
/** A visitor on a page. `only`: people who came by a mailed link see just that conversation. */
export type Visiting = VisitorRow & { only: string | null }
/** An assistant's appearance for visitors, and since which version. */
export type FaceRow = { version: number; configuration: Configuration }
/** An active page, with its assistant. */
export type OpenPage = { integration: IntegrationRow; page: PageRow }
