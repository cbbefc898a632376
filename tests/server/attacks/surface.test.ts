import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { payments, publicPages } from '../../../server/kernel/db/schema/index.ts'
import { organizationOn } from '../../harness/knowledge.ts'
import { withRoutes } from '../../harness/routes.ts'
import { closedAfterwards, serve } from '../../harness/serve.ts'
import { startStripeServer } from '../../harness/stripe.ts'
import { billingDetails } from '../../machines/samples.ts'

const NONE = ['object-src', 'base-uri', 'frame-ancestors']

describe('what a server shows to strangers', async () => {
  const stripe = closedAfterwards(await startStripeServer())
  const { made: server, routes } = await withRoutes(() =>
    serve({
      appFolder: '/nowhere',
      metrics: false,
      docs: false,
      allowedOrigins: ['https://app.example'],
      stripe: stripe.settings,
    }),
  )

  it('[attack S38] is neither figures nor the interface, where they are closed', async () => {
    for (const url of ['/metrics', '/docs', '/docs/openapi.json'])
      expect([url, (await server.inject({ url })).statusCode]).toEqual([url, 404])
    expect((await server.inject({ url: '/ready' })).statusCode).toBe(200)
  })

  it('[attack S38] has its headers on every answer of every route', async () => {
    const { headers } = await server.register()
    for (const route of [
      ...routes,
      'GET /nothing',
      'GET /api/v1/nothing',
      'GET /api/v1/%ff',
      `GET /api/${'x'.repeat(9_000)}`,
      'TRACE /api/v1/users/me',
    ]) {
      const [method = '', url = ''] = route.split(' ')
      for (const by of [undefined, headers]) {
        const address = url.replace(/:\w+/g, crypto.randomUUID())
        const answer = await server.inject({
          method: method as 'GET',
          url: address,
          ...(by && { headers: by }),
        })
        const policy = String(answer.headers['content-security-policy'])
        expect(policy, route).not.toMatch(/unsafe-inline|unsafe-eval|\*|\bws: |\bwss: /)
        if (!url.startsWith('/outbox') && !url.startsWith('/api/v1/pictures'))
          for (const none of NONE) expect(policy, route).toContain(`${none} 'none'`)
        expect(answer.headers, route).toMatchObject({
          'strict-transport-security': expect.stringContaining('max-age='),
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
        })
        if (url.startsWith('/api/') && !url.startsWith('/api/v1/pictures'))
          expect([route, answer.headers['cache-control']]).toEqual([route, 'no-store'])
      }
    }
  })

  it('[attack S38] names the host of its sockets, and takes no directive from a Host header', async () => {
    const policyFor = async (host: string) =>
      String((await server.inject({ url: '/health', headers: { host } })).headers['content-security-policy'])
    expect(await policyFor('lectern.example:8080')).toContain(
      "connect-src 'self' ws://lectern.example:8080 wss://lectern.example:8080;",
    )
    for (const host of ['a;script-src-elem *', 'a b', "a'unsafe-inline'", '*'])
      expect(await policyFor(host)).toContain("connect-src 'self' 'self';")
  })

  it('[attack S38] takes no directive from the origins of a public page, new or stored', async () => {
    const { ann, organizationId } = await organizationOn(server)
    const { id } = await ann.integration(organizationId, [])
    const url = `/api/v1/integrations/${id}/public-page`
    for (const origin of [
      'https://a;script-src-elem',
      'https://a b',
      "https://a'",
      'https://*',
      'https://a/',
    ])
      expect(await ann.call('PATCH', url, { allowed_origins: [origin] })).toMatchObject({
        status: 422,
        body: { fields: { 'allowed_origins.0': expect.any(String) } },
      })
    await ann.call('PATCH', url, { allowed_origins: ['https://shop.example'] })
    await server.database.db
      .update(publicPages)
      .set({ allowedOrigins: ['https://a;script-src-elem', 'https://shop.example'] })
      .where(eq(publicPages.integrationId, id))
    expect((await ann.call('GET', url)).body.allowed_origins).toEqual(['https://shop.example'])
  })

  it('[attack S34] [attack S42] leads back from a payment to its own address, whatever the Host header says', async () => {
    const person = await server.register()
    await server.found(person)
    const send = (url: string, payload: object, headers: Record<string, string> = {}) =>
      server.inject({ method: 'POST', url, headers: { ...person.headers, ...headers }, payload })
    await send('/api/v1/users/billing-details', billingDetails)
    const returnTo = async (headers: Record<string, string>) => {
      await server.database.db.delete(payments)
      await send('/api/v1/subscription/change', { plan_id: 'business' }, headers)
      return stripe.calls.at(-1)?.form.get('cancel_url')
    }
    const own = `${server.url.replace('127.0.0.1', 'localhost')}/pricing`
    expect(await returnTo({ host: 'evil.example' })).toBe(own)
    expect(await returnTo({ host: 'evil.example', origin: 'http://evil.example' })).toBe(own)
    expect(await returnTo({ 'x-forwarded-host': 'evil.example' })).toBe(own)
    expect(await returnTo({ origin: 'https://app.example' })).toBe('https://app.example/pricing')
  })
})
