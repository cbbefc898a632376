import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { serveOrganization } from '../harness/serve.ts'

const ALLOWED = 'https://www.example.com'

describe('the document of a public page', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-app-'))
  afterAll(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, 'index.html'), 'the app')
  await writeFile(path.join(folder, 'share.html'), '<title>Lectern</title>the public page')
  await mkdir(path.join(folder, 'de'))
  await writeFile(path.join(folder, 'de', 'share.html'), '<title>Lectern</title>die öffentliche Seite')
  for (const name of ['embed.js', 'embed.js.br']) await writeFile(path.join(folder, name), 'the script')
  const { server, ann, organizationId } = await serveOrganization({ appFolder: folder })
  const id = await ann.published(organizationId, [])
  const change = (patch: object) => ann.call('PATCH', `/api/v1/integrations/${id}/public-page`, patch)

  const get = (url: string) => server.inject({ url, headers: { accept: 'text/html' } })
  const ancestors = async (url: string) =>
    /frame-ancestors ([^;]*)/.exec(String((await get(url)).headers['content-security-policy']))?.[1]

  it('[S2.8] is its own, is in no search engine, and in no frame', async () => {
    const answer = await get(`/share/integration/${id}`)
    expect(answer.body).toBe('<title>Lectern</title>the public page')
    expect(answer.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'x-frame-options': 'SAMEORIGIN' })
    expect(await ancestors(`/share/integration/${id}`)).toBe("'none'")
    expect(answer.headers['content-security-policy']).toContain("img-src 'self' data: blob:;")
  })

  it('unfurls in the language of the page if there is no welcome', async () => {
    await change({ state: 'on' })
    const description = async (language: string) => {
      const headers = { accept: 'text/html', 'accept-language': language }
      const { body } = await server.inject({ url: `/share/integration/${id}`, headers })
      return /name="description" content="([^"]*)"/.exec(body)?.[1]
    }
    expect(await description('en')).toBe('Ask a question, and see where the answer comes from.')
    expect(await description('de')).toBe('Stellen Sie eine Frage, und sehen Sie, woher die Antwort kommt.')
    await change({ state: 'off' })
  })

  it('unfurls as what is published, escaped, and tells nothing of a page that is off', async () => {
    const url = `/share/integration/${id}`
    const name = `"><script>alert(1)</script>`
    await ann.call('PATCH', `/api/v1/integrations/${id}`, { name, welcome_message: `Ask & "be" $& told` })
    await ann.call('POST', `/api/v1/integrations/${id}/publish`)
    await change({ state: 'on' })
    const { body, headers } = await get(url)
    expect(body).not.toContain('<script')
    expect(body).toContain('<title>&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;</title>')
    expect(body).toContain('<meta name="description" content="Ask &#38; &#34;be&#34; $&#38; told" />')
    expect(body).toContain(`<meta property="og:url" content="${server.context.link(url)}" />`)
    expect(body).toContain(`/api/v1/share/${id}/card.png?v=2" />`)
    expect(body).toContain('<meta name="twitter:card" content="summary_large_image" />')

    const again = (given: object) => server.inject({ url, headers: { accept: 'text/html', ...given } })
    expect((await again({ 'if-none-match': headers.etag })).statusCode).toBe(304)
    const compressed = await again({ 'accept-encoding': 'gzip, br' })
    expect(compressed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(body)

    await change({ state: 'off' })
    expect((await get(url)).body).toBe('<title>Lectern</title>the public page')
    expect((await get('/share/integration/no-uuid')).body).toBe('<title>Lectern</title>the public page')
  })

  it('[attack S38] is framed by ours and by allowed origins alone, where it is embedded', async () => {
    const embedded = `/share/integration/${id}?embed=1`
    await change({ state: 'on' })
    expect(await ancestors(embedded)).toBe("'self'")
    await change({ allowed_origins: [ALLOWED] })
    expect(await ancestors(embedded)).toBe(`'self' ${ALLOWED}`)
    expect((await get(embedded)).headers).not.toHaveProperty('x-frame-options')
    expect(await ancestors(`/share/integration/${id}`)).toBe("'none'")
    await change({ state: 'off' })
    expect(await ancestors(embedded)).toBe("'self'")
    expect(await ancestors('/share/integration/no-uuid?embed=1')).toBe("'self'")
  })

  it('has a script that other sites may load, and nothing else that they may', async () => {
    for (const encoding of ['identity', 'br']) {
      const script = await server.inject({ url: '/embed.js', headers: { 'accept-encoding': encoding } })
      expect(script.headers['cross-origin-resource-policy']).toBe('cross-origin')
    }
    expect((await get('/share.html')).headers['cross-origin-resource-policy']).toBe('same-origin')
  })
})
