import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { refusal } from '../../kernel/errors.ts'
import { languageOfRequest, VARY } from '../../kernel/http/language.ts'
import { limited, networkOf } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Pictures } from '../../kernel/pictures/pictures.ts'
import { createCards } from './card.ts'
import { presentLauncher } from './share.presenter.ts'
import type { Share } from './share.service.ts'

type Parts = { share: Share; pictures: Pictures }

const CARDS = [30, 1] as const // per network: a number, within minutes

/** An assistant's appearance before its page is opened: the button on another site, and the picture of a link. */
export const faceRoutes =
  ({ config, mayConnectFrom }: Context, { share, pictures }: Parts): FastifyPluginAsync =>
  async (app) => {
    const fewCards = limited(app, config, networkOf)(...CARDS)
    const cardOf = createCards(pictures)

    serve(
      app,
      api.publicPage.launcher,
      { onRequest: async (_request, reply) => void reply.header('access-control-allow-origin', '*') },
      async (request, reply) => {
        const { params, headers } = request
        const face = await share.face(params.id)
        if (
          !mayConnectFrom(request) &&
          !(await share.page(params.id)).allowedOrigins.includes(headers.origin ?? '')
        )
          throw refusal('forbidden_embedding')
        reply.headers({ 'cache-control': 'public, max-age=300', vary: `origin, ${VARY}` })
        return presentLauncher(face, languageOfRequest(request))
      },
    )

    serve(app, api.publicPage.card, async (request, reply) => {
      await fewCards(request)
      const face = await share.face(request.params.id)
      return reply
        .type('image/png')
        .headers({
          'cache-control': 'public, max-age=86400',
          'cross-origin-resource-policy': 'cross-origin',
          vary: VARY,
        })
        .send(await cardOf(request.params.id, face, languageOfRequest(request)))
    })
  }
