import { createHash, createHmac } from 'node:crypto'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { exact } from '../../../src/services/contract/common.ts'
import type { Context } from '../../context.ts'
import type { Module } from '../../module.ts'
import type { Config } from '../config/config.ts'
import { notFound } from '../errors.ts'
import { escaped, PAGE_STYLE } from '../http/html.ts'
import { isSameText } from '../secrets.ts'
import { createOutbox, type Outbox, type StoredMail, sweepMails } from './stored-mails.ts'

const STYLE = `${PAGE_STYLE}
main { max-width: 46rem; margin: 0 auto; padding: 3rem 1.25rem; }
p { margin: .25rem 0; }
.quiet { color: var(--ink-2); }
article { margin-top: 1.5rem; background: var(--raised); border: 1px solid var(--rule); border-radius: 10px; overflow: hidden; }
header { padding: 1.1rem 1.4rem; }
h2 { font-size: 1.5rem; line-height: 1.2; margin: 0; }
iframe { display: block; width: 100%; height: 36rem; border: 0; border-block: 1px solid var(--rule); }
details { padding: .8rem 1.4rem; }
summary { cursor: pointer; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: .9rem 0 0; }
a { color: var(--accent); }
`

const linked = (text: string) =>
  escaped(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)

const article = ({ id, recipient, subject, body, createdAt }: StoredMail, path: string) =>
  `<article><header><h2>${escaped(subject)}</h2><p class="quiet">To ${escaped(recipient)} · <time>${createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</time></p></header><iframe src="${path}/${id}" title="${escaped(subject)}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe><details><summary>As text</summary><pre>${linked(body)}</pre></details></article>`

/** The mails as HTML in a frame and as text; no script runs, and none of it is markup of this page. */
const outboxPage = (mails: readonly StoredMail[], path: string, quiet: boolean) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox · Lectern</title><link rel="icon" href="/lectern.svg"><style>${STYLE}</style></head><body><main><h1>Outbox</h1><p class="quiet">${quiet ? 'QUIET is on, so no email is sent.' : 'No mail server is set (SMTP_URL).'} Emails are kept here for 7 days, log-in links until they expire. Keep this address to yourself.</p>${
    mails.length === 0
      ? '<p class="quiet">No emails yet.</p>'
      : mails.map((mail) => article(mail, path)).join('')
  }</main></body></html>`

/** The page's address is its key: it is printed only when the server starts. */
export const outboxPath = ({ jwtSecret }: Pick<Config, 'jwtSecret'>) =>
  `/outbox/${createHmac('sha256', jwtSecret).update('outbox').digest('base64url')}`

const hashOf = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`

const PAGE_POLICY = `default-src 'none'; style-src ${hashOf(STYLE)}; font-src 'self'; img-src 'self'; frame-src 'self'; frame-ancestors 'none'`

/** The hash of each of a mail's styles: no other styles and no scripts are allowed. */
const policyOf = (html: string) => {
  const styles = [...html.matchAll(/ style="([^"]*)"|<style>([^<]*)<\/style>/g)].map(
    ([, inline, sheet]) => inline ?? sheet ?? '',
  )
  const hashes = [...new Set(styles)].map(hashOf).join(' ')
  return `default-src 'none'; style-src 'unsafe-hashes' ${hashes}; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox`
}

const Key = exact(100).check(z.regex(/^[\w-]+$/))

const outboxRoutes =
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
          .send(outboxPage(await outbox.latest(), path, config.quiet))
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

/** The page of kept mails, and all that were sent. */
export const createOutboxModule = ({ config, db, log }: Context): Module => ({
  plugin: outboxRoutes(config, createOutbox(db)),
  sweep: sweepMails(db, log),
})
