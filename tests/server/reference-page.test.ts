import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ appFolder: '/nowhere' })
})
afterAll(() => server.close())

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
