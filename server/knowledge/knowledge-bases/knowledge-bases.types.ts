import type { knowledgeBases } from '../../kernel/db/schema/index.ts'

/** A knowledge base with what its documents come to. */
export type KnowledgeBaseRow = typeof knowledgeBases.$inferSelect & {
  documents: number
  ready: number
  failed: number
  passages: number
  bytes: number
  words: number
  lastIndexedAt: Date | null
  integrationIds: string[]
}
