import type { goldenQuestions, goldenRuns } from '../../kernel/db/schema/index.ts'

export type GoldenQuestionRow = typeof goldenQuestions.$inferSelect
export type GoldenRunRow = typeof goldenRuns.$inferSelect
