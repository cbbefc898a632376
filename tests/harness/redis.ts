import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { freePort } from './listening.ts'

/** Whether Redis is installed on this machine. */
export const HAS_REDIS = spawnSync('redis-server', ['--version']).status === 0

/** A Redis without persistence that can stop and return. */
export async function startRedis() {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const start = async () => {
    const child = spawn('redis-server', settings, { stdio: 'ignore' })
    const client = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: null })
    client.on('error', () => {})
    await client.ping()
    client.disconnect()
    return child
  }
  let child = await start()
  const stop = async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  return {
    url,
    stop,
    async start() {
      child = await start()
    },
  }
}
