import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../errors.ts'
import { WEB_FONTS } from '../fonts.ts'

const A_YEAR = 'public, max-age=31536000'

/** Fonts of the pages that the server renders itself: the checkout and the outbox. */
export const registerPageFonts = (app: FastifyInstance) =>
  app.get<{ Params: { name: string } }>(
    '/fonts/:name',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const file = Object.hasOwn(WEB_FONTS, params.name) ? WEB_FONTS[params.name] : undefined
      if (file === undefined) throw notFound()
      return reply.type('font/woff2').header('cache-control', A_YEAR).send(readFileSync(file))
    },
  )
