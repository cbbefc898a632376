import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../../server/kernel/package.ts'

/** Nobody of Debian, where a root may become somebody else. */
const OTHER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** What the Dockerfile does, in a folder of its own. */
describe('a package', () => {
  let top: string
  let app: string
  /** A copy that the other user can reach, too. */
  let node: string
  let env: Record<string, string>
  beforeAll(() => {
    top = mkdtempSync(path.join(tmpdir(), 'lectern-package-'))
    chmodSync(top, 0o755)
    app = path.join(top, 'app')
    const run = (...args: string[]) =>
      spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', env: process.env })
    for (const outcome of [run('scripts/build.mjs'), run('scripts/package.mjs', app)])
      expect(outcome.status, outcome.stderr).toBe(0)
    node = path.join(top, 'node')
    cpSync(process.execPath, node)
    const data = path.join(top, 'data')
    mkdirSync(data, { mode: 0o700 })
    if (OTHER.uid) chownSync(data, OTHER.uid, OTHER.gid)
    env = { PATH: process.env.PATH ?? '', NODE_ENV: 'production', DATA_DIR: data, LOG_LEVEL: 'warn' }
  })
  afterAll(() => rmSync(top, { recursive: true, force: true }))

  const files = () =>
    readdirSync(app, { recursive: true }).filter((name) => !String(name).startsWith('node_modules'))

  it('holds no source and nothing that only tests and the build need', () => {
    expect(existsSync(path.join(app, 'src'))).toBe(false)
    for (const name of ['vitest', 'vite', 'typescript', 'tsx', 'react', '@chakra-ui', '@swagger-api'])
      expect(existsSync(path.join(app, 'node_modules', name)), name).toBe(false)
  })

  it('starts as another user, who may change nothing of it, works, is found well by doctor, and stops in order', async () => {
    const before = files()
    const server = spawn(node, ['--enable-source-maps', 'dist/server/main.js'], {
      cwd: app,
      env: { ...env, PORT: '0' },
      ...OTHER,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    let PORT = ''
    server.stdout?.on('data', (chunk) => {
      said += chunk
      PORT = /ready at \S+:(\d+)\n/.exec(said)?.[1] ?? ''
    })
    const ended = once(server, 'exit')
    let complaints = ''
    server.stderr?.on('data', (chunk) => {
      complaints += chunk
    })
    const command = (...args: string[]) =>
      spawnSync(node, args, { cwd: app, encoding: 'utf8', env: { ...env, PORT }, ...OTHER })
    try {
      await expect.poll(() => PORT).not.toBe('')
      const answers = async (url: string) => (await fetch(`http://127.0.0.1:${PORT}${url}`)).status
      expect(await answers('/health')).toBe(200)
      expect(await answers('/ready')).toBe(200)
      expect(await answers('/login')).toBe(200)
      expect(await answers('/docs/rapidoc.js')).toBe(200)
      const long = { email: 'ann@example.test', password: 'x'.repeat(2_000) }
      const refused = await fetch(`http://127.0.0.1:${PORT}/api/v1/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(long),
      })
      expect((await refused.json()).fields.password).toMatch(/at most \d+ characters/)
      expect(command('scripts/healthy.mjs').status).toBe(0)
      const doctor = command('scripts/lectern.mjs', 'doctor')
      expect(doctor.stdout + doctor.stderr).toContain('in use by a server')
      expect(doctor.status).toBe(0)
    } finally {
      server.kill('SIGTERM')
    }
    expect((await ended)[0]).toBe(0)
    expect(complaints).toBe('')
    expect(command('scripts/healthy.mjs').status).toBe(1)
    expect(files()).toEqual(before)
  })
})
