import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import type { CodeSample } from '../../server/developers/reference/code-samples.ts'
import { OPERATIONS } from '../../server/developers/reference/operations.ts'
import { listening } from '../harness/listening.ts'
import { startTestServer } from '../harness/server.ts'

type Described = { 'x-codeSamples': CodeSample[] }
type LiveEvent = { method: string; url: string; authorization: string | undefined; body: string }

/** `requests`, as far as the samples use it: what is not installed with Python. */
const REQUESTS = `
import json, os, sys, types, urllib.request, uuid

class Response:
    def __init__(self, content): self.content, self.text = content, content.decode()
    def raise_for_status(self): pass
    def json(self): return json.loads(self.content)

def request(method, url, headers={}, json=None, data=None, files=None):
    body = data.encode() if data else None
    if json is not None: body = globals()["json"].dumps(json).encode()
    if files: body = "".join(f'name="{field}"; filename="{name}"' for field, (name, _, _) in files.items()).encode()
    with urllib.request.urlopen(urllib.request.Request(url, body, headers, method=method)) as response:
        return Response(response.read())

sys.modules["requests"] = types.SimpleNamespace(request=request)
`
const run = promisify(execFile)
const isThere = async (program: string) =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  )
const hasPython = await isThere('python3')

describe('[ux 14] [issue 43.6] what the reference shows of each operation, when it is run,', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lectern-samples-'))
  let heard: LiveEvent[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    heard.push({ method, url, authorization: headers.authorization, body: await text(request) })
    response.setHeader('content-type', 'application/json').end('{}')
  })
  const address = (await listening(server)).url
  const { PATH } = process.env
  const env = { PATH, LECTERN: address, LECTERN_KEY: 'key', LECTERN_TOKEN: 'token' }
  const product = await startTestServer({ appFolder: '/nowhere' })
  const { paths } = (await product.inject({ url: '/docs/openapi.json' })).json()
  await product.close()
  const samples = Object.keys(OPERATIONS).map((address): Described => {
    const [method = '', route = ''] = address.split(' ')
    return paths[route.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()]
  })
  for (const { rules } of Object.values(OPERATIONS))
    if (rules.example?.file) writeFileSync(path.join(folder, rules.example.file.name), 'x')
  afterAll(() => {
    server.close()
    rmSync(folder, { recursive: true })
  })

  /** Runs the samples of a language one after the other; what each of them sent. */
  const heardOf = async (label: string, runAll: (sources: string[]) => Promise<unknown>) => {
    heard = []
    await runAll(
      samples.map((operation) => operation['x-codeSamples'].find((sample) => sample.label === label)!.source),
    )
    expect(heard).toHaveLength(samples.length)
    Object.entries(OPERATIONS).forEach(([name, { rules }], at) => {
      const { method, url, authorization, body } = heard[at]!
      const [expected, route = ''] = name.split(' ')
      const { example } = rules
      expect([name, method]).toEqual([name, expected])
      expect(url).toMatch(new RegExp(`^${route.replaceAll(/:\w+/g, '[^/?]+')}(\\?|$)`))
      const query = new URL(url, address).searchParams
      expect([name, Object.fromEntries(query)]).toEqual([name, example?.query ?? {}])
      if (authorization)
        expect([name, authorization]).toEqual([name, `Bearer ${rules.keys ? 'key' : 'token'}`])
      if (example?.file)
        expect(body).toContain(`name="${example.file.field}"; filename="${example.file.name}"`)
      else if (typeof example?.body === 'string') expect(body).toBe(example.body)
      else if (example?.body !== undefined) expect([name, JSON.parse(body)]).toEqual([name, example.body])
    })
  }
  const inFolder = (program: string, args: string[]) => run(program, args, { cwd: folder, env })

  it('is sent by curl', () =>
    heardOf('curl', (sources) =>
      inFolder('sh', ['-c', sources.map((source) => `${source} -sS --fail-with-body || exit 1`).join('\n')]),
    ))

  it('is sent by TypeScript', () =>
    heardOf('TypeScript', async (sources) => {
      sources.forEach((source, at) => {
        writeFileSync(path.join(folder, `${at}.mts`), source)
      })
      const all = sources.map((_, at) => `await import('./${at}.mts')`)
      writeFileSync(path.join(folder, 'all.mts'), all.join('\n'))
      await inFolder(process.execPath, ['all.mts'])
    }))

  it.skipIf(!hasPython)('is sent by Python', () =>
    heardOf('Python', async (sources) => {
      writeFileSync(path.join(folder, 'all.py'), [REQUESTS, ...sources].join('\n'))
      await inFolder('python3', ['all.py'])
    }),
  )
})
