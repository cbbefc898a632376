import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { exact } from '../../../src/services/contract/common.ts'
import { CLOSE } from '../../../src/services/contract/sockets.ts'
import type { Context } from '../../context.ts'
import { Refusal, refusal } from '../../kernel/errors.ts'
import { networkOf } from '../../kernel/http/rate-limits.ts'
import { type Admission, admit } from './access.ts'
import type { Hub } from './hub.ts'

const TokenQuery = z.object({ token: z._default(exact(4096), '') })

/**
 * Members' sockets of S7.32; those of visitors belong to their page. A refused socket is accepted and then closed with one of our codes, because a browser cannot
 * read why an upgrade failed; only a foreign origin is refused at the upgrade.
 */
export const socketRoutes =
  ({ db, hub, sessions, mayConnectFrom }: Context): FastifyPluginAsyncZod =>
  async (app) => {
    const admissions = new WeakMap<object, Admission | number>()

    const socket = <Params extends z.ZodMiniObject>(
      url: string,
      params: Params,
      subject: (params: z.infer<Params>) => Parameters<typeof admit>[2],
    ) =>
      app.get(
        url,
        {
          websocket: true,
          config: { public: true },
          schema: { params, querystring: TokenQuery },
          onRequest: async (request) => {
            if (!mayConnectFrom(request)) {
              throw refusal('forbidden_origin')
            }
          },
          preHandler: async (request) => {
            const outcome = sessions
              .authenticate((request.query as z.infer<typeof TokenQuery>).token)
              .then((identity) => admit(db, identity, subject(request.params as z.infer<Params>)))
              .catch(closeCode)
            admissions.set(request, await outcome)
          },
        },
        (connected, request) => {
          const admission = admissions.get(request)!
          if (typeof admission === 'number') connected.close(admission)
          else hub.admit(connected, admission, networkOf(request))
        },
      )

    const Organization = z.object({ orgId: z.uuid() })
    socket('/api/ws/organizations/:orgId', Organization, ({ orgId }) => ({ kind: 'organization', id: orgId }))
    const KnowledgeBase = z.object({ orgId: z.uuid(), kbId: z.uuid() })
    socket('/api/ws/organizations/:orgId/knowledge-bases/:kbId', KnowledgeBase, ({ orgId, kbId }) => ({
      kind: 'knowledge-base',
      id: kbId,
      organizationId: orgId,
    }))
    const Integration = z.object({ id: z.uuid() })
    socket('/api/ws/integrations/:id', Integration, ({ id }) => ({ kind: 'integration', id }))
  }

function closeCode(error: unknown): number {
  if (!(error instanceof Refusal)) throw error
  if (error.status === 401) return CLOSE.unauthorized
  return error.status === 403 ? CLOSE.forbidden : CLOSE.gone
}

const PATIENCE = 1000 // ms for the other side to answer the close

/** Before the server closes: announces it to every socket, and waits for them briefly. */
export const endSockets = (hub: Hub) =>
  async function (this: FastifyInstance) {
    hub.close()
    const { clients } = this.websocketServer
    const impatience = setTimeout(() => {
      for (const client of clients) client.terminate()
    }, PATIENCE)
    await new Promise<void>((resolve) => this.websocketServer.close(() => resolve()))
    clearTimeout(impatience)
  }
