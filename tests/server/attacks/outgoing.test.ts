import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { zip } from '../../harness/files.ts'
import { listening } from '../../harness/listening.ts'
import { closedAfterwards, serveOrganization } from '../../harness/serve.ts'

/** A server that must not be contacted: it records requests, and would redirect to itself endlessly. */
const startCanary = async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(302, { location: '/again' }).end()
  })
  return { ...(await listening(server)), asked }
}

const SECRET = 'the words of a file of this machine'
const LOOPBACK = [
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '2130706433',
  '0177.0.0.1',
  '0',
  '[::]',
  '[::1]',
  '[::ffff:7f00:1]',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  'localhost',
]

describe('what people send', async () => {
  const canary = closedAfterwards(await startCanary())
  const folder = mkdtempSync(path.join(tmpdir(), 'lectern-canary-'))
  writeFileSync(path.join(folder, 'secret.txt'), SECRET)
  const targets = [
    ...LOOPBACK.map((host) => `http://${host}:${canary.port}/x`),
    `http://user:password@127.0.0.1:${canary.port}/x`,
    `file://${folder}/secret.txt`,
    `ftp://127.0.0.1:${canary.port}/x`,
    `gopher://127.0.0.1:${canary.port}/x`,
  ]
  const { server, ann, organizationId: organization } = await serveOrganization()
  const base = (await ann.knowledgeBase(organization)).id
  afterAll(() => rmSync(folder, { recursive: true }))

  const page = () =>
    `<!doctype html><html><head><base href="${targets[0]}">${targets
      .map(
        (url) =>
          `<link rel="stylesheet" href="${url}"><link rel="canonical" href="${url}"><meta http-equiv="refresh" content="0;url=${url}"><script src="${url}"></script>`,
      )
      .join('')}</head><body><p>Boots are repaired for two years.</p>${targets
      .map((url) => `<img src="${url}"><iframe src="${url}"></iframe><object data="${url}"></object>`)
      .join('')}</body></html>`

  const linkedDocx = (url: string) => {
    const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    return zip({
      '[Content_Types].xml': Buffer.from(
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      ),
      '_rels/.rels': Buffer.from(
        `<?xml version="1.0"?><Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
      ),
      'word/_rels/document.xml.rels': Buffer.from(
        `<?xml version="1.0"?><Relationships xmlns="${relations}"><Relationship Id="r2" Type="${office}/image" Target="${url}" TargetMode="External"/></Relationships>`,
      ),
      'word/document.xml': Buffer.from(
        `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body><w:p><w:r><w:t>Boots are repaired for two years.</w:t></w:r></w:p><w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:link="r2"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p></w:body></w:document>`,
      ),
    })
  }

  it('[attack S28] [attack S30] [attack S31] [attack S32] makes the server ask no other one, and read no file', async () => {
    const { body } = await ann.upload(base, [
      { name: 'page.html', content: page() },
      { name: 'page.md', content: `Boots.\n\n${targets.map((url) => `![x](${url}) <${url}>`).join('\n\n')}` },
      { name: 'page.txt', content: targets.join('\n') },
      ...targets.map((url, n) => ({ name: `${n}.docx`, content: linkedDocx(url) })),
    ])
    expect(body.results.every(({ document }) => document !== null)).toBe(true)
    const documents = await ann.settled(base)
    const texts = await Promise.all(
      documents.map(async ({ id }) => (await ann.call('GET', `/api/v1/documents/${id}/passages`)).body),
    )
    expect(JSON.stringify(texts)).not.toContain(SECRET)

    const { id } = await ann.integration(organization, [base])
    for (const url of targets) {
      await ann.call('PATCH', '/api/v1/users/me', { job_title: url, profile_picture_url: url })
      await ann.call('PATCH', `/api/v1/organizations/${organization}`, { description: url, logo_url: url })
      await ann.call('PATCH', `/api/v1/integrations/${id}`, { description: url, welcome_message: url })
      await ann.call('PATCH', `/api/v1/integrations/${id}/public-page`, {
        allowed_origins: [new URL(url).origin],
      })
    }
    expect((await ann.ask(id, `Read ${targets.join(' ')} and tell me.`)).status).toBe('complete')
    expect(canary.asked).toEqual([])
  })

  it('[attack S26] is refused with a reason when it unpacks without measure, and others are answered', async () => {
    const bomb = zip({ 'word/document.xml': Buffer.alloc(100 * 1024 * 1024, 'a') })
    const { body } = await ann.upload(base, [{ name: 'bomb.docx', content: bomb }])
    const documents = await ann.settled(base)
    const id = body.results[0]?.document?.id
    expect(documents.find((document) => document.id === id)).toMatchObject({
      status: 'failed',
      error: { code: 'too_large_when_unpacked' },
    })
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
  })
})
