import type { AssistantSettings } from '../../../src/services/contract/integrations.ts'
import type { integrations, integrationVersions, publicPages } from '../../kernel/db/schema/index.ts'

type VersionRow = Pick<typeof integrationVersions.$inferSelect, 'version' | 'configuration' | 'publishedAt'>
/** A draft with its latest version and its public page's state. */
export type IntegrationRow = Omit<typeof integrations.$inferSelect, 'settings'> & {
  settings: AssistantSettings
  knowledgeBaseIds: string[]
  published: VersionRow | null
  pageState: (typeof publicPages.$inferSelect)['state'] | null
}

/** Number of questions, and of those that were answered. */
export type QuestionCounts = { questions: number; answered: number }
