import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { notFound } from '../errors.ts'
import type { Pictures } from './pictures.ts'

/** An `<img>` sends no token: a picture is seen by whoever knows its id, which nobody can guess. */
export const pictureRoutes =
  (pictures: Pictures): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/v1/pictures/:id',
      { config: { public: true }, schema: { params: z.object({ id: z.uuid() }) } },
      async ({ params }, reply) => {
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
      },
    )
  }
