import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { TokenPair } from '../../src/services/contract/accounts.ts'
import { exact } from '../../src/services/contract/common.ts'
import { Domain, SignInOffer } from '../../src/services/contract/single-sign-on.ts'
import type { Accounts } from '../accounts/accounts.service.ts'
import { deviceOf } from '../accounts/device.ts'
import type { Context } from '../context.ts'
import { limited, networkOf } from '../http/rate-limits.ts'
import { ATTEMPT_SECONDS } from './attempts.ts'
import type { ProviderSessions } from './provider-sessions.ts'
import { returnPath } from './return-path.ts'
import { type CompanySignIn, problemOf, START_PATH } from './sign-in.service.ts'

const PAGE = '/login/company'
const RETURN_MAX = 2000

type Parts = { companySignIn: CompanySignIn; providerSessions: ProviderSessions; accounts: Accounts }

/** Signing in by the provider of an organization. The browser holds one cookie meanwhile, which no script can read. */
export const signInRoutes =
  (
    { config, link }: Pick<Context, 'config' | 'link'>,
    { companySignIn, providerSessions, accounts }: Parts,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(cookie)
    const perNetwork = limited(app, config, networkOf)
    const open = { public: true }
    const hidden = { hide: true }
    const isSecure = () => link('').startsWith('https:')
    /** With the prefix no other host of the domain can set it. */
    const cookieName = () => (isSecure() ? '__Host-lectern-sign-in' : 'lectern-sign-in')
    const browserOf = ({ cookies }: FastifyRequest) => cookies[cookieName()] ?? ''
    const options = () => ({ path: '/', httpOnly: true, secure: isSecure(), sameSite: 'lax' as const })

    const pageOf = (query: Record<string, string>) => link(`${PAGE}?${new URLSearchParams(query)}`)
    /** Sends the browser on, or to the page that says why it does not go on. */
    const goOn = async (reply: FastifyReply, work: () => Promise<string>) => {
      const address = await work().catch((error: unknown) => pageOf({ problem: problemOf(error) }))
      return reply.redirect(address)
    }

    app.get(
      '/api/v1/login/company',
      {
        config: open,
        schema: { querystring: z.object({ domain: Domain }), response: { 200: SignInOffer } },
        preHandler: perNetwork(60, 1),
      },
      ({ query }) => companySignIn.offer(query.domain),
    )

    app.get(
      START_PATH,
      {
        config: open,
        schema: {
          ...hidden,
          querystring: z.object({ domain: Domain, return: z.optional(exact(RETURN_MAX)) }),
        },
        preHandler: perNetwork(60, 1),
      },
      ({ query }, reply) =>
        goOn(reply, async () => {
          const { browser, url } = await companySignIn.start(query.domain, returnPath(query.return ?? '/'))
          reply.setCookie(cookieName(), browser, { ...options(), maxAge: ATTEMPT_SECONDS })
          return url
        }),
    )

    app.get(
      '/api/v1/login/company/callback/:organizationId',
      {
        config: open,
        schema: { ...hidden, params: z.object({ organizationId: z.uuid() }) },
        preHandler: perNetwork(60, 1),
      },
      (request, reply) =>
        goOn(reply, async () => {
          const [, query = ''] = request.url.split('?')
          const { organizationId } = request.params
          const returnTo = await companySignIn.comeBack(
            organizationId,
            browserOf(request),
            new URLSearchParams(query),
          )
          return pageOf({ return: returnTo })
        }),
    )

    app.post(
      '/api/v1/login/company',
      {
        config: { ...open, answersSecret: true },
        schema: { ...hidden, response: { 200: TokenPair } },
        preHandler: perNetwork(60, 1),
      },
      async (request, reply) => {
        const { userId, ...begun } = await companySignIn.collect(browserOf(request))
        reply.clearCookie(cookieName(), options())
        return accounts.begin(userId, deviceOf(request), (tx, sessionId) =>
          providerSessions.begin(tx, sessionId, begun),
        )
      },
    )
  }
