import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled, ROOT } from './ensure-installed.mjs'

/** The app with hot reload on PORT (3000), and behind it the server, restarted on changes, on API_PORT (3001). */
await ensureInstalled()
const port = Number(process.env.PORT || 3000)
const apiPort = Number(process.env.API_PORT || port + 1)
process.env.API_PORT = String(apiPort)

const server = spawn(
  process.execPath,
  [path.join(ROOT, 'node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'server/main.ts'],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, PORT: String(apiPort), PUBLIC_URL: `http://localhost:${port}` },
  },
)
server.on('exit', (code) => process.exit(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))

const { createServer } = await import('vite')
const app = await createServer({ root: ROOT, server: { port, strictPort: true } })
await app.listen()
