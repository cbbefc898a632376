import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Module } from '../../module.ts'
import { presentNotification } from './notifications.presenter.ts'

/** A notification is its user's alone, so whoever is signed in is all there is to ask. */
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

/** What happened while somebody was away. */
export const createNotificationsModule = (context: Context): Module => ({
  plugin: notificationRoutes(context),
  sweep: context.notifications.sweep,
})
