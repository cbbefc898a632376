import { sql } from 'drizzle-orm'
import { doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { GoldenRun, GoldenRunOrigin } from '../../../../src/services/contract/golden.ts'
import type { RetrievalSettings } from '../../../../src/services/contract/knowledge-bases.ts'
import { users } from './accounts.ts'
import { at, partOf } from './columns.ts'
import { knowledgeBases } from './knowledge.ts'

/** The name remains readable after the document is deleted. */
type GoldenExpectation = { documentId: string; documentName: string; quote: string }
/** `place` is null if the expected passage was not found. */
export type GoldenResult = { questionId: string; place: number | null }

export const goldenQuestions = pgTable(
  'golden_questions',
  {
    id: uuid().primaryKey().defaultRandom(),
    knowledgeBaseId: partOf(() => knowledgeBases.id),
    question: text().notNull(),
    expected: jsonb().$type<GoldenExpectation[]>().notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  // A question can be longer than an index entry.
  (table) => [
    uniqueIndex('golden_questions_question').on(table.knowledgeBaseId, sql`md5(lower(${table.question}))`),
  ],
)

export const goldenRuns = pgTable(
  'golden_runs',
  {
    id: uuid().primaryKey().defaultRandom(),
    knowledgeBaseId: partOf(() => knowledgeBases.id),
    origin: text().$type<GoldenRunOrigin>().notNull(),
    status: text().$type<GoldenRun['status']>().notNull().default('running'),
    done: integer().notNull().default(0),
    total: integer().notNull(),
    recall: jsonb().$type<NonNullable<GoldenRun['recall']>>(),
    mrr: doublePrecision(),
    results: jsonb().$type<GoldenResult[]>().notNull().default([]),
    settings: jsonb().$type<RetrievalSettings>().notNull(),
    indexNumber: integer(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: at().notNull().defaultNow(),
    /** Last progress: a run without progress has ended with its process. */
    movedAt: at().notNull().defaultNow(),
    finishedAt: at(),
  },
  (table) => [
    index('golden_runs_knowledge_base').on(table.knowledgeBaseId, table.createdAt),
    /** One at a time. */
    uniqueIndex('golden_runs_running').on(table.knowledgeBaseId).where(sql`${table.status} = 'running'`),
  ],
)
