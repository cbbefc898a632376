import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { exact } from '../../src/services/contract/common.ts'
import type { Config } from '../config.ts'
import { notFound } from '../errors.ts'
import { outboxPage, STYLE } from './outbox.page.ts'
import type { Outbox } from './outbox.ts'

/** The page's address is its key: only who reads what the server prints at its start knows it. */
export const outboxPath = ({ jwtSecret }: Pick<Config, 'jwtSecret'>) =>
  `/outbox/${createHmac('sha256', jwtSecret).update('outbox').digest('base64url')}`

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`

const isSame = (given: string, real: string) =>
  given.length === real.length && timingSafeEqual(Buffer.from(given), Buffer.from(real))

export const outboxRoutes =
  (config: Config, outbox: Outbox): FastifyPluginAsyncZod =>
  async (app) => {
    const path = outboxPath(config)
    app.get(
      '/outbox/:key',
      { schema: { hide: true, params: z.object({ key: exact(100).check(z.regex(/^[\w-]+$/)) }) } },
      async ({ params }, reply) => {
        if (config.smtpUrl !== null || !isSame(`/outbox/${params.key}`, path)) throw notFound()
        return reply
          .type('text/html; charset=utf-8')
          .headers({
            'cache-control': 'no-store',
            'content-security-policy': POLICY,
            'x-robots-tag': 'noindex',
          })
          .send(outboxPage(await outbox.latest()))
      },
    )
  }
