import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Module } from '../../module.ts'
import { presentNotification } from './notifications.service.ts'

/** A notification belongs to its user: being signed in is the only check. */
const notificationRoutes =
  ({ notifications }: Context): FastifyPluginAsync =>
  async (app) => {
    serve(app, api.notifications.page, async ({ user, query: { limit, unread_only, before } }) => {
      const unreadOnly = unread_only === 'true'
      return (await notifications.page(user.id, { limit, unreadOnly, before })).map(presentNotification)
    })

    serve(app, api.notifications.countUnread, ({ user }) => notifications.unread(user.id))

    serve(app, api.notifications.markRead, ({ user, body }) => notifications.markRead(user.id, body ?? []))

    serve(app, api.notifications.remove, ({ user, params }) => notifications.remove(user.id, params.id))
  }

/** Events during a user's absence. */
export const createNotificationsModule = (context: Context): Module => ({
  plugin: notificationRoutes(context),
  sweep: context.notifications.sweep,
})
