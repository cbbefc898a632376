import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makePlace } from './database.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { startObjectStore } from './object-store.ts'
import { startProcess } from './process.ts'
import { HAS_REDIS, startRedis } from './redis.ts'

type Node = { url: string; process: ReturnType<typeof startProcess> }

/** Distributes connections over addresses in turn, skipping those that do not answer. */
async function startProxy(addresses: () => string[]) {
  const lines = new Set<Socket>()
  let turn = 0
  const forward = (near: Socket, tries: number) => {
    const urls = addresses()
    const url = urls[turn++ % Math.max(1, urls.length)]
    if (!url || tries === 0) return void near.destroy()
    const far = connect(Number(new URL(url).port), '127.0.0.1')
    far.once('connect', () => {
      for (const line of [near, far]) {
        lines.add(line)
        line.on('close', () => lines.delete(line))
      }
      near.on('error', () => far.destroy()).on('close', () => far.destroy())
      far.on('error', () => near.destroy()).on('close', () => near.destroy())
      near.pipe(far).pipe(near)
    })
    far.once('error', () => {
      if (far.connecting || !lines.has(far)) forward(near, tries - 1)
    })
  }
  const server = createServer((near) => {
    near.on('error', () => {})
    forward(near, 5)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const line of lines) line.destroy()
      server.close()
    },
  }
}

type Options = { root?: string; isMigrated?: boolean }

/**
 * Server processes with a disk each, behind a proxy, on one PostgreSQL, one object store and one Redis. They run
 * this version, or the one below `root`.
 */
export async function startCluster(
  size: number,
  env: Record<string, string> = {},
  { root, isMigrated = true }: Options = {},
) {
  const place = await makePlace({ isMigrated })
  const line = await startFaultProxy(place.databaseUrl!)
  const url = new URL(place.databaseUrl!)
  url.host = new URL(line.url).host
  const store = await startObjectStore()
  const redis = HAS_REDIS ? await startRedis() : null
  const disks: string[] = []
  const nodes: Node[] = []
  const add = async (more: Record<string, string> = {}, of = root): Promise<Node> => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'lectern-node-'))
    disks.push(dataDir)
    const process = startProcess(
      { ...place, databaseUrl: url.href, dataDir },
      {
        JWT_SECRET: 'a secret that all processes share',
        ...store.env,
        ...(redis && { REDIS_URL: redis.url }),
        ...env,
        ...more,
      },
      of,
    )
    const node = { url: await process.ready, process }
    nodes.push(node)
    return node
  }
  const end = async (node: Node, signal: NodeJS.Signals) => {
    nodes.splice(nodes.indexOf(node), 1)
    node.process.kill(signal)
    return node.process.exited
  }
  const proxy = await startProxy(() => nodes.map(({ url }) => url))
  // One after the other: each needs a core while it starts from source.
  while (nodes.length < size) await add()
  return {
    place,
    redisUrl: redis?.url ?? null,
    nodes,
    store,
    /** The connection from the servers to PostgreSQL. */
    line,
    url: proxy.url,
    add,
    kill: (node: Node) => end(node, 'SIGKILL'),
    stop: (node: Node) => end(node, 'SIGTERM'),
    async close() {
      proxy.close()
      await Promise.all([...nodes].map((node) => end(node, 'SIGKILL')))
      await redis?.stop()
      await store.close()
      await line.stop()
      await place.remove()
      for (const disk of disks) rmSync(disk, { recursive: true, force: true })
    },
  }
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>
