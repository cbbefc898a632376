import type { notifications } from '../../kernel/db/schema/index.ts'

export type NotificationRow = typeof notifications.$inferSelect
