import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ROOT } from '../../server/kernel/package.ts'
import { median, report, timed } from './report.ts'

const RESTARTS = 5
const SETTLING = 5_000 // ms until memory is looked at

/** Starts what was built, as `npm start` does; resolves once it says that it is ready. */
const start = async (dataDir: string) => {
  const child = spawn(process.execPath, [path.join(ROOT, 'dist/server/main.js')], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const chunk of child.stdout) if (String(chunk).includes('Lectern is ready')) break
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { pid: child.pid, stop }
}

/** MiB; Linux only. */
const memoryOf = (pid: number | undefined) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const bare = await Promise.all(
  [1, 2, 3].map(() => timed(() => once(spawn(process.execPath, ['-e', '0']), 'exit'))),
)
const node = { name: 'a bare node', value: median(bare) }
const dataDir = mkdtempSync(path.join(tmpdir(), 'lectern-bench-'))
try {
  let server: Awaited<ReturnType<typeof start>> | undefined
  const begin = async () => {
    server = await start(dataDir)
  }
  report('start to listening, new data', await timed(begin), 'ms', node)
  await server?.stop()
  const again: number[] = []
  for (let n = 0; n < RESTARTS; n++) {
    again.push(await timed(begin))
    if (n < RESTARTS - 1) await server?.stop()
  }
  report('start to listening, existing data', median(again), 'ms', node)
  await wait(SETTLING)
  if (process.platform === 'linux') report('memory at rest', memoryOf(server?.pid), 'MiB')
  await server?.stop()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
