import type { knowledgeBases } from '../../kernel/db/schema/index.ts'

/** A knowledge base with totals of its documents. */
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
