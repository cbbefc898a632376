import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import { notFound } from '../errors.ts'
import { serve } from '../http/serve.ts'
import type { Pictures } from './pictures.ts'

/** An `<img>` sends no token: anyone who knows a picture's unguessable id can see it. */
export const pictureRoutes =
  (pictures: Pictures): FastifyPluginAsync =>
  async (app) => {
    serve(app, api.account.picture, async ({ params }, reply) => {
      const content = await pictures.find(params.id)
      if (!content) throw notFound('picture')
      return reply
        .type('image/webp')
        .headers({
          'cache-control': 'private, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
          'content-disposition': 'inline',
        })
        .send(content)
    })
  }
