import type { notifications } from '../db/schema/index.ts'

export type NotificationRow = typeof notifications.$inferSelect
