import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { APP_FOLDER } from '../../server/kernel/http/static.ts'
import { listening } from '../harness/listening.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Hands out the built app alone, as any web host would, with the API base that `apiBase` says by then. */
export async function startAppHost(apiBase: () => string) {
  const host = createServer(({ url = '/' }, response) => {
    const asked = path.join(APP_FOLDER, path.normalize(url.split('?')[0] ?? '/'))
    const file = path.extname(asked) && existsSync(asked) ? asked : path.join(APP_FOLDER, 'index.html')
    response.setHeader('content-type', TYPES[path.extname(file)] ?? 'application/octet-stream')
    if (url === '/config.js')
      response.end(`window.LECTERN_CONFIG = ${JSON.stringify({ apiBase: apiBase() })}`)
    else response.end(readFileSync(file))
  })
  const { url, close } = await listening(host)
  return { url, stop: close }
}
