import type { publicPages, visitors } from '../db/schema/index.ts'

export type PageRow = typeof publicPages.$inferSelect
export type VisitorRow = typeof visitors.$inferSelect
