import type { goldenQuestions, goldenRuns } from '../../kernel/db/schema/index.ts'

export type GoldenQuestionRow = typeof goldenQuestions.$inferSelect
export type GoldenRunRow = typeof goldenRuns.$inferSelect

/** The documents expected for a question. */
export const expectedOf = (row: Pick<GoldenQuestionRow, 'expected'> | undefined) =>
  (row?.expected ?? []).map(({ documentId }) => documentId)
