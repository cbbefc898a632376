import type {
  Assistant,
  Integration,
  IntegrationGeneral,
  IntegrationVersion,
} from '../../../src/services/contract/integrations.ts'
import { fullName } from '../../kernel/full-name.ts'
import { changesBetween, DEFAULT_SETTINGS, draftOf } from './configuration.ts'
import type { IntegrationsRepository } from './integrations.repository.ts'
import type { IntegrationRow, QuestionCounts } from './integrations.types.ts'

const statusOf = ({ published, pageState }: IntegrationRow) =>
  published === null ? 'draft' : pageState === 'paused' ? 'paused' : 'published'

/** An assistant's knowledge bases that the reader may not read are not named. */
const readableIn = (readable: ReadonlySet<string>, ids: readonly string[]) =>
  ids.filter((id) => readable.has(id))

const UNASKED: QuestionCounts = { questions: 0, answered: 0 }

export const presentIntegration = (
  row: IntegrationRow,
  readable: ReadonlySet<string>,
  counts: ReadonlyMap<string, QuestionCounts>,
): Integration => ({
  id: row.id,
  organization_id: row.organizationId,
  description: row.description,
  status: statusOf(row),
  restricted: row.isRestricted,
  ...draftOf(row),
  knowledge_base_ids: readableIn(readable, row.knowledgeBaseIds),
  config_version: row.published?.version ?? null,
  published_at: row.published?.publishedAt.toISOString() ?? null,
  draft_changes: changesBetween(row.published?.configuration ?? null, draftOf(row)),
  counts: counts.get(row.id) ?? UNASKED,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})

/** The published version; empty if there is only a draft. */
export const presentAssistant = (
  { id, description, published }: IntegrationRow,
  readable: ReadonlySet<string>,
): Assistant[] => {
  if (!published) return []
  const { name, avatar, logo_url, color, welcome_message, starter_questions, knowledge_base_ids } = {
    ...DEFAULT_SETTINGS,
    ...published.configuration,
  }
  return [
    {
      id,
      name,
      description,
      avatar,
      logo_url,
      color,
      welcome_message,
      starter_questions,
      knowledge_base_ids: readableIn(readable, knowledge_base_ids),
    },
  ]
}

export const presentGeneral = (row: IntegrationRow): IntegrationGeneral => ({
  id: row.id,
  organization_id: row.organizationId,
  name: row.name,
  description: row.description,
})

type VersionRows = Awaited<ReturnType<IntegrationsRepository['versions']>>

/** @param rows newest first */
export const presentVersions = (rows: VersionRows, readable: ReadonlySet<string>): IntegrationVersion[] =>
  rows.map(({ version, configuration, publishedAt, ...publisher }, place) => ({
    version,
    published_at: publishedAt.toISOString(),
    published_by: fullName(publisher),
    changes: changesBetween(rows[place + 1]?.configuration ?? null, configuration),
    // A setting missing from a version was introduced after it.
    configuration: {
      ...DEFAULT_SETTINGS,
      ...configuration,
      knowledge_base_ids: readableIn(readable, configuration.knowledge_base_ids),
    },
  }))
