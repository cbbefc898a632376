import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {
  MarkRead,
  NotificationList,
  NotificationQuery,
  UnreadCount,
} from '../../src/services/contract/notifications.ts'
import type { Context } from '../context.ts'
import { presentNotification } from './notifications.presenter.ts'

const Params = z.object({ id: z.uuid() })

/** A notification is its user's alone, so whoever is signed in is all there is to ask. */
export const notificationRoutes =
  ({ notifications }: Context): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/notifications',
      { schema: { querystring: NotificationQuery, response: { 200: NotificationList } } },
      async ({ user, query: { limit, unread_only, before } }) => {
        const unreadOnly = unread_only === 'true'
        return (await notifications.page(user.id, { limit, unreadOnly, before })).map(presentNotification)
      },
    )

    app.get(
      '/api/v1/notifications/unread-count',
      { schema: { response: { 200: UnreadCount } } },
      ({ user }) => notifications.unread(user.id),
    )

    app.post(
      '/api/v1/notifications/mark-read',
      { schema: { body: MarkRead, response: { 200: UnreadCount } } },
      ({ user, body }) => notifications.markRead(user.id, body ?? []),
    )

    app.delete(
      '/api/v1/notifications/:id',
      { schema: { params: Params, response: { 200: UnreadCount } } },
      ({ user, params }) => notifications.remove(user.id, params.id),
    )
  }
