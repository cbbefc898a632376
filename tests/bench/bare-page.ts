import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }

/** One React page with the log-in form and nothing else, built as the app is and served compressed. */
export async function startBarePage() {
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
