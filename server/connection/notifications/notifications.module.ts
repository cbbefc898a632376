import type { Context } from '../../context.ts'
import type { Module } from '../../module.ts'
import { notificationRoutes } from './notifications.routes.ts'

/** What happened while somebody was away. */
export const createNotificationsModule = (context: Context): Module => ({
  plugin: notificationRoutes(context),
  sweep: context.notifications.sweep,
})
