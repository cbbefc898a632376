import type { OpenAPIV3_1 } from 'openapi-types'
import { expect, it } from 'vitest'
import * as full from 'zod'
import * as z from 'zod/mini'
import { nameSchemas } from '../../server/developers/reference/schema-names.ts'
import { serve } from '../harness/serve.ts'
import { startTestServer } from '../harness/server.ts'

const server = await serve({ appFolder: '/nowhere' })
it('the reference page loads nothing from elsewhere, and runs scripts of files alone', async () => {
  const page = await server.inject({ url: '/docs' })
  expect(page.headers['content-security-policy']).toMatch(/script-src 'self'(?! 'unsafe)/)
  expect(page.body).not.toMatch(/https?:\/\//)
  const files = [...page.body.matchAll(/(?:src|href|spec-url)="([^"]+)"/g)].map(([, file = '']) => file)
  expect(files).toEqual(expect.arrayContaining(['/docs/rapidoc.js', '/docs/page.js', '/docs/openapi.json']))
  for (const url of files) expect([url, (await server.inject({ url })).statusCode]).toEqual([url, 200])
})

it('the renderer is sent packed to who takes it packed', async () => {
  const sizeOf = async (headers: Record<string, string>) => {
    const answer = await server.inject({ url: '/docs/rapidoc.js', headers })
    return [answer.headers['content-encoding'], answer.rawPayload.length < 300_000]
  }
  expect(await sizeOf({ 'accept-encoding': 'gzip, br' })).toEqual(['gzip', true])
  expect(await sizeOf({})).toEqual([undefined, false])
})

it('the operations stand in the order of their table', async () => {
  const { paths, tags } = (await server.inject({ url: '/docs/openapi.json' })).json()
  expect(Object.keys(paths)[0]).toBe('/api/v1/integrations/{id}/ask')
  expect(tags[0]).toEqual({ name: 'Asking' })
})

it('[43.4] guides are pages of the server, whose links lead to pages', async () => {
  expect((await server.inject({ url: '/docs/guides' })).headers.location).toBe('/docs/guides/connectors')
  const first = await server.inject({ url: '/docs/guides/connectors' })
  const linksIn = (body: string) => [...body.matchAll(/href="(\/docs[^"#]*)(?:#([^"]+))?"/g)]
  const guides = new Set(linksIn(first.body).map(([, address = '']) => address))
  expect(guides).toContain('/docs/guides/single-sign-on')
  for (const url of guides) {
    const page = await server.inject({ url })
    expect([url, page.statusCode]).toEqual([url, 200])
    if (!url.startsWith('/docs/guides/')) continue
    expect(page.body).not.toMatch(/href="[^"]*\.md/)
    for (const [, address = '', anchor] of linksIn(page.body)) {
      const target = await server.inject({ url: address })
      expect([url, address, target.statusCode]).toEqual([url, address, 200])
      if (anchor) expect([url, anchor, target.body.includes(`id="${anchor}"`)]).toEqual([url, anchor, true])
    }
  }
  expect((await server.inject({ url: '/docs/guides/decisions' })).statusCode).toBe(404)
})

it('guides are served without the reference, and then link to no page of it', async () => {
  const other = await startTestServer({ appFolder: '/nowhere', docs: false })
  const statusOf = async (url: string) => (await other.inject({ url })).statusCode
  expect(await statusOf('/docs')).toBe(404)
  const { body } = await other.inject({ url: '/docs/guides/api' })
  const links = [...body.matchAll(/href="(\/[^"#]*)/g)].map(([, url = '']) => url)
  expect(links).toContain('/docs/guides/channels')
  for (const url of links.filter((one) => one.startsWith('/docs')))
    expect([url, await statusOf(url)]).toEqual([url, 200])
  await other.close()
})

it('each example fits the schema beside it', async () => {
  const { body } = await server.inject({ url: '/docs/openapi.json' })
  // The reader of schemas compiles patterns without Unicode.
  const { paths, components }: OpenAPIV3_1.Document = JSON.parse(
    body.replaceAll('#/components/schemas/', '#/$defs/'),
    (key, value) => (key === 'pattern' ? undefined : value),
  )
  const examples = Object.entries(paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Record<string, OpenAPIV3_1.OperationObject>).flatMap(
      ([method, { requestBody, responses }]) =>
        [requestBody, ...Object.values(responses ?? {})].flatMap((part) => {
          const media = part && 'content' in part ? part.content?.['application/json'] : undefined
          const example = media?.examples?.example
          if (!media?.schema || !example || !('value' in example)) return []
          return [{ of: `${method} ${path}`, schema: media.schema, value: example.value }]
        }),
    ),
  )
  expect(examples.length).toBeGreaterThan(200)
  const all = full.fromJSONSchema({
    type: 'array',
    prefixItems: examples.map(({ schema }) => schema),
    $defs: components?.schemas,
  } as never)
  const { error } = all.safeParse(examples.map(({ value }) => value))
  expect(
    error?.issues.map(({ path: [n, ...path], message }) => [examples[Number(n)]?.of, path, message]),
  ).toBe(undefined)
})

it('two schemas cannot share a name', () => {
  const [one, other] = [z.object({ id: z.string() }), z.object({ url: z.string() })]
  expect(() => nameSchemas([{ One: one }, { One: other }])).toThrow('One')
  expect(() => nameSchemas([{ One: one }, { One: one, Other: one }])).not.toThrow()
  expect(() => nameSchemas()).not.toThrow()
})
