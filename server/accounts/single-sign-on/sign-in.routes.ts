import cookie from '@fastify/cookie'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { createBrowserCookie } from '../../kernel/http/browser-cookie.ts'
import { deviceOf } from '../../kernel/http/device.ts'
import { limited, networkOf } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Accounts } from '../accounts.service.ts'
import { ATTEMPT_SECONDS } from './attempts.ts'
import type { ProviderSessions } from './provider-sessions.ts'
import { type CompanySignIn, problemOf } from './sign-in.service.ts'

const HERE = 'http://here.invalid'

const isHere = (path: string) => path.startsWith('/') && URL.parse(path, HERE)?.origin === HERE

/** A path of the app to continue at; anything leading elsewhere becomes the start page. */
function returnPath(text: string): string {
  const url = isHere(text) ? new URL(text, HERE) : null
  const path = url ? url.pathname + url.search + url.hash : '/'
  // Browsers read `/.//elsewhere` as `//elsewhere`.
  return isHere(path) ? path : '/'
}

const PAGE = '/login/company'

type Parts = { companySignIn: CompanySignIn; providerSessions: ProviderSessions; accounts: Accounts }

/** Sign-in through an organization's provider. Until it ends, the browser has a cookie that no script can read. */
export const signInRoutes =
  (
    { config, link }: Pick<Context, 'config' | 'link'>,
    { companySignIn, providerSessions, accounts }: Parts,
  ): FastifyPluginAsync =>
  async (app) => {
    await app.register(cookie)
    const perNetwork = limited(app, config, networkOf)
    const browser = createBrowserCookie(link, 'lectern-sign-in')

    const pageOf = (query: Record<string, string>) => link(`${PAGE}?${new URLSearchParams(query)}`)
    /** Redirects the browser, or sends it to the page that explains the failure. */
    const goOn = async (reply: FastifyReply, work: () => Promise<string>) => {
      const address = await work().catch((error: unknown) => pageOf({ problem: problemOf(error) }))
      return reply.redirect(address)
    }

    serve(app, api.singleSignOn.offer, { preHandler: perNetwork(60, 1) }, ({ query }) =>
      companySignIn.offer(query.domain),
    )

    serve(app, api.singleSignOn.start, { preHandler: perNetwork(60, 1) }, ({ query }, reply) =>
      goOn(reply, async () => {
        const begun = await companySignIn.start(query.domain, returnPath(query.return ?? '/'))
        browser.set(reply, begun.browser, ATTEMPT_SECONDS)
        return begun.url
      }),
    )

    serve(app, api.singleSignOn.comeBack, { preHandler: perNetwork(60, 1) }, (request, reply) =>
      goOn(reply, async () => {
        const [, query = ''] = request.url.split('?')
        const returnTo = await companySignIn.comeBack(
          request.params.organizationId,
          browser.read(request),
          new URLSearchParams(query),
        )
        return pageOf({ return: returnTo })
      }),
    )

    serve(app, api.singleSignOn.collect, { preHandler: perNetwork(60, 1) }, async (request, reply) => {
      const { userId, ...begun } = await companySignIn.collect(browser.read(request))
      browser.clear(reply)
      return accounts.begin(userId, deviceOf(request), (tx, sessionId) =>
        providerSessions.begin(tx, sessionId, begun),
      )
    })
  }
