import { and, asc, desc, eq, inArray, isNull, lt, notInArray } from 'drizzle-orm'
import type { Db } from '../../kernel/db/open.ts'
import { documents, goldenQuestions, goldenRuns, knowledgeBases } from '../../kernel/db/schema/index.ts'
import { closedIn, mayReadDocument } from '../readers/may-read.ts'

export type GoldenQuestionRow = typeof goldenQuestions.$inferSelect
export type GoldenRunRow = typeof goldenRuns.$inferSelect

/** The documents expected for a question. */
export const expectedOf = (row: Pick<GoldenQuestionRow, 'expected'> | undefined) =>
  (row?.expected ?? []).map(({ documentId }) => documentId)

/** Older runs of a knowledge base are deleted. */
const RUNS_KEPT = 100

export type GoldenRepository = ReturnType<typeof createGoldenRepository>

export const createGoldenRepository = (db: Db) => ({
  /** Oldest first. */
  questionsOf: (knowledgeBaseId: string) =>
    db
      .select()
      .from(goldenQuestions)
      .where(eq(goldenQuestions.knowledgeBaseId, knowledgeBaseId))
      .orderBy(asc(goldenQuestions.createdAt), asc(goldenQuestions.id)),

  countOf: (knowledgeBaseId: string) =>
    db.$count(goldenQuestions, eq(goldenQuestions.knowledgeBaseId, knowledgeBaseId)),

  /** With its organization. */
  async find(id: string) {
    const [found] = await db
      .select({ question: goldenQuestions, organizationId: knowledgeBases.organizationId })
      .from(goldenQuestions)
      .innerJoin(knowledgeBases, eq(knowledgeBases.id, goldenQuestions.knowledgeBaseId))
      .where(eq(goldenQuestions.id, id))
    return found ?? null
  },

  async insert(row: typeof goldenQuestions.$inferInsert) {
    const [inserted] = await db.insert(goldenQuestions).values(row).returning()
    return inserted!
  },

  async update(id: string, changes: Partial<Pick<GoldenQuestionRow, 'question' | 'expected'>>) {
    const [row] = await db
      .update(goldenQuestions)
      .set({ ...changes, updatedAt: new Date() })
      .where(eq(goldenQuestions.id, id))
      .returning()
    return row ?? null
  },

  delete: (id: string) => db.delete(goldenQuestions).where(eq(goldenQuestions.id, id)),

  /** Documents of a knowledge base that someone may not read. */
  closedIn: (knowledgeBaseId: string, readerId: string) => closedIn(db, readerId, [knowledgeBaseId]),

  /** Names of those documents that still exist and that someone can read, with their knowledge bases. */
  async documents(ids: string[], readerId?: string) {
    if (ids.length === 0) return []
    return db
      .select({ id: documents.id, name: documents.name, knowledgeBaseId: documents.knowledgeBaseId })
      .from(documents)
      .where(
        and(
          inArray(documents.id, ids),
          isNull(documents.removedAt),
          readerId === undefined ? undefined : mayReadDocument(readerId),
        ),
      )
  },

  /** Newest first. */
  runsOf: (knowledgeBaseId: string) =>
    db
      .select()
      .from(goldenRuns)
      .where(eq(goldenRuns.knowledgeBaseId, knowledgeBaseId))
      .orderBy(desc(goldenRuns.createdAt), desc(goldenRuns.id))
      .limit(RUNS_KEPT),

  /** The last run on the index in use. */
  async lastDone(knowledgeBaseId: string): Promise<GoldenRunRow | null> {
    const [last] = await db
      .select({ run: goldenRuns })
      .from(goldenRuns)
      .innerJoin(knowledgeBases, eq(knowledgeBases.id, goldenRuns.knowledgeBaseId))
      .where(
        and(
          eq(goldenRuns.knowledgeBaseId, knowledgeBaseId),
          eq(goldenRuns.status, 'done'),
          eq(goldenRuns.indexNumber, knowledgeBases.indexNumber),
        ),
      )
      .orderBy(desc(goldenRuns.createdAt), desc(goldenRuns.id))
      .limit(1)
    return last?.run ?? null
  },

  /** Ends the runs of a knowledge base without progress since then. */
  giveUp: (knowledgeBaseId: string, since: Date) =>
    db
      .update(goldenRuns)
      .set({ status: 'failed', finishedAt: new Date() })
      .where(
        and(
          eq(goldenRuns.knowledgeBaseId, knowledgeBaseId),
          eq(goldenRuns.status, 'running'),
          lt(goldenRuns.movedAt, since),
        ),
      )
      .returning(),

  /** Null while another one of the knowledge base is running. */
  async insertRun(row: typeof goldenRuns.$inferInsert): Promise<GoldenRunRow | null> {
    const [inserted] = await db.insert(goldenRuns).values(row).onConflictDoNothing().returning()
    if (!inserted) return null
    const { knowledgeBaseId } = inserted
    const kept = db
      .select({ id: goldenRuns.id })
      .from(goldenRuns)
      .where(eq(goldenRuns.knowledgeBaseId, knowledgeBaseId))
      .orderBy(desc(goldenRuns.createdAt))
      .limit(RUNS_KEPT)
    await db
      .delete(goldenRuns)
      .where(and(eq(goldenRuns.knowledgeBaseId, knowledgeBaseId), notInArray(goldenRuns.id, kept)))
    return inserted
  },

  /** Null if the run, or its knowledge base, is gone. */
  async updateRun(id: string, changes: Partial<GoldenRunRow>): Promise<GoldenRunRow | null> {
    const [row] = await db
      .update(goldenRuns)
      .set({ ...changes, movedAt: new Date() })
      .where(and(eq(goldenRuns.id, id), eq(goldenRuns.status, 'running')))
      .returning()
    return row ?? null
  },

  async removeRun(id: string) {
    await db.delete(goldenRuns).where(eq(goldenRuns.id, id))
  },
})
