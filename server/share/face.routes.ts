import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Launcher } from '../../src/services/contract/share.ts'
import type { Context } from '../context.ts'
import { refusal } from '../errors.ts'
import { limited, networkOf } from '../http/rate-limits.ts'
import type { Pictures } from '../pictures/pictures.ts'
import { createCards } from './card.ts'
import { presentLauncher } from './share.presenter.ts'
import type { Share } from './share.service.ts'
import { PageParams, PUBLIC } from './visits.ts'

type Parts = { share: Share; pictures: Pictures }

const CARDS = [30, 1] as const // per network: at most so many in so many minutes

/** How an assistant looks before its page is opened: the button on another site, and the picture of a link. */
export const faceRoutes =
  ({ config, mayConnectFrom }: Context, { share, pictures }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const fewCards = limited(app, config, networkOf)(...CARDS)
    const cardOf = createCards(pictures)

    app.get(
      '/api/v1/share/:id/launcher',
      {
        config: PUBLIC,
        // A refusal is read by the other site, too: then there is no button.
        onRequest: async (_request, reply) => void reply.header('access-control-allow-origin', '*'),
        schema: { params: PageParams, response: { 200: Launcher } },
      },
      async (request, reply) => {
        const { params, headers } = request
        const face = await share.face(params.id)
        if (
          !mayConnectFrom(request) &&
          !(await share.page(params.id)).allowedOrigins.includes(headers.origin ?? '')
        )
          throw refusal('forbidden_embedding')
        reply.headers({ 'cache-control': 'public, max-age=300', vary: 'origin' })
        return presentLauncher(face)
      },
    )

    app.get(
      '/api/v1/share/:id/card.png',
      { config: PUBLIC, schema: { params: PageParams } },
      async (request, reply) => {
        await fewCards(request)
        const face = await share.face(request.params.id)
        return reply
          .type('image/png')
          .headers({
            'cache-control': 'public, max-age=86400',
            'cross-origin-resource-policy': 'cross-origin',
          })
          .send(await cardOf(request.params.id, face))
      },
    )
  }
