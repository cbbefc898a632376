import type { documents } from '../db/schema/index.ts'

export type DocumentRow = typeof documents.$inferSelect
