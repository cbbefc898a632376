import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { launchChromium } from '../harness/browser.ts'
import { organizationOn } from '../harness/knowledge.ts'
import { listening } from '../harness/listening.ts'
import { startTestServer } from '../harness/server.ts'
import { median, report } from './report.ts'
import { type Measured, type Visit, visitSlowly } from './slow-visit.ts'

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }

/** One React page with the log-in form and nothing else, built as the app is and served compressed. */
async function startBarePage() {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-bare-'))
  await build({
    configFile: false,
    root: path.join(import.meta.dirname, 'bare-page'),
    logLevel: 'error',
    plugins: [react({ compiler: true })],
    build: { outDir: folder, emptyOutDir: true, target: 'baseline-widely-available' },
  })
  const files = new Map<string, Buffer>()
  const server = createServer(async ({ url = '/' }, response) => {
    const name = url === '/' ? '/index.html' : url
    const type = TYPES[path.extname(name)]
    if (!type) return void response.writeHead(404).end()
    const content = files.get(name) ?? brotliCompressSync(await readFile(path.join(folder, name)))
    files.set(name, content)
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(content)
  })
  const { url, close } = await listening(server)
  return {
    url: `${url}/`,
    async stop() {
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const BARE = 'a bare React page'

/** An organization with assistants, as its owner's browser remembers it. */
const server = await startTestServer()
const { person: owner, ann: client, organizationId } = await organizationOn(server, 'Northwind Boots')
const base = await client.knowledgeBase(organizationId)
const assistants = []
for (let n = 0; n < 5; n += 1) assistants.push(await client.integration(organizationId, [base.id]))
const shared = assistants[0]?.id
await client.call('POST', `/api/v1/integrations/${shared}/publish`)
await client.call('PATCH', `/api/v1/integrations/${shared}/public-page`, { state: 'on' })
const remembered = {
  token: owner.tokens.access_token,
  refreshToken: owner.tokens.refresh_token,
  tokenClockOffset: '0',
  currentOrganization: organizationId,
}
const storageState = {
  cookies: [],
  origins: [
    {
      origin: server.url,
      localStorage: Object.entries(remembered).map(([name, value]) => ({ name, value })),
    },
  ],
}

const bare = await startBarePage()
const visits: Readonly<Record<string, Visit>> = {
  [BARE]: { url: bare.url, usable: 'input[name=email]' },
  'log-in': { url: `${server.url}/login`, usable: 'input[name=email]' },
  home: { url: `${server.url}/`, usable: `main a[href*="${shared}"]`, storageState },
  'share page': { url: `${server.url}/share/integration/${shared}`, usable: 'textarea' },
}
const only = process.argv.slice(2).map((word) => word.replace(/^-+/, ''))
const chosen = Object.entries(visits).filter(
  ([name]) => name === BARE || only.length === 0 || only.includes(name),
)

const browser = await launchChromium()
const found = new Map<string, Measured[]>(chosen.map(([name]) => [name, []]))
// In turns, so that a slow moment of the machine meets all of them.
for (let round = 0; round < ROUNDS; round += 1)
  for (const [name, visit] of chosen) found.get(name)?.push(await visitSlowly(browser, visit))
await browser.close()
await bare.stop()
await server.close()

const middle = (name: string, figure: keyof Measured) =>
  median((found.get(name) ?? []).map((measured) => measured[figure]))
for (const [name] of chosen) {
  const line = (what: string, figure: keyof Measured, unit: string) =>
    report(`${name}: ${what}`, middle(name, figure), unit, { name: BARE, value: middle(BARE, figure) })
  line('first contentful paint', 'paint', 'ms')
  line('usable', 'usable', 'ms')
  line('blocked until then', 'blocked', 'ms')
  line('JavaScript until then', 'js', 'kB')
  line('all bytes until then', 'bytes', 'kB')
  line('requests until then', 'requests', '')
  report(`${name}: requests in all`, middle(name, 'requestsInAll'), '')
}
