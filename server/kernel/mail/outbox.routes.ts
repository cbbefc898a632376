import { createHash, createHmac } from 'node:crypto'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { exact } from '../../../src/services/contract/common.ts'
import type { Config } from '../config/config.ts'
import { notFound } from '../errors.ts'
import { isSameText } from '../same-text.ts'
import { outboxPage, STYLE } from './outbox.page.ts'
import type { Outbox } from './outbox.ts'

/** The page's address is its key: only who reads what the server prints at its start knows it. */
export const outboxPath = ({ jwtSecret }: Pick<Config, 'jwtSecret'>) =>
  `/outbox/${createHmac('sha256', jwtSecret).update('outbox').digest('base64url')}`

const hashOf = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`

const PAGE_POLICY = `default-src 'none'; style-src ${hashOf(STYLE)}; font-src 'self'; img-src 'self'; frame-src 'self'; frame-ancestors 'none'`

/** The styles of a mail, each by its hash: nothing else in it is a style, and nothing a script. */
const policyOf = (html: string) => {
  const styles = [...html.matchAll(/ style="([^"]*)"|<style>([^<]*)<\/style>/g)].map(
    ([, inline, sheet]) => inline ?? sheet ?? '',
  )
  const hashes = [...new Set(styles)].map(hashOf).join(' ')
  return `default-src 'none'; style-src 'unsafe-hashes' ${hashes}; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox`
}

const Key = exact(100).check(z.regex(/^[\w-]+$/))

export const outboxRoutes =
  (config: Config, outbox: Outbox): FastifyPluginAsyncZod =>
  async (app) => {
    const path = outboxPath(config)
    const requireKey = (key: string) => {
      if (config.smtpUrl !== null || !isSameText(`/outbox/${key}`, path)) throw notFound()
    }
    const headers = (policy: string) => ({
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'x-robots-tag': 'noindex',
    })

    app.get(
      '/outbox/:key',
      { schema: { hide: true, params: z.object({ key: Key }) } },
      async ({ params }, reply) => {
        requireKey(params.key)
        return reply
          .type('text/html; charset=utf-8')
          .headers(headers(PAGE_POLICY))
          .send(outboxPage(await outbox.latest(), path))
      },
    )

    app.get(
      '/outbox/:key/:mail',
      { schema: { hide: true, params: z.object({ key: Key, mail: z.uuid() }) } },
      async ({ params }, reply) => {
        requireKey(params.key)
        const mail = await outbox.find(params.mail)
        if (!mail) throw notFound()
        return reply
          .type('text/html; charset=utf-8')
          .headers(headers(policyOf(mail.html)))
          .send(mail.html)
      },
    )
  }
