import { connect, createServer, type Socket } from 'node:net'
import { listening } from './listening.ts'

/** A TCP line to `target` that can go silent, be cut, or refuse: faults that servers do not notice. */
export async function startFaultProxy(target: string) {
  const { hostname, port } = new URL(target)
  const lines = new Set<Socket>()
  let accepts = 0
  let silent = false
  let refusing = false
  const server = createServer((near) => {
    accepts += 1
    if (refusing) return void near.resetAndDestroy()
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      lines.add(from)
      from.on('data', (chunk) => {
        if (!silent) to.write(chunk)
      })
      from.on('error', () => to.destroy())
      from.on('close', () => {
        lines.delete(from)
        // In a black hole, even the end of a connection goes unnoticed.
        if (!silent) to.destroy()
      })
    }
  })
  const { url, close } = await listening(server)
  return {
    url,
    /** Number of connection attempts. */
    accepts: () => accepts,
    /** From now on, all data is silently dropped. */
    swallow: (on: boolean) => {
      silent = on
    },
    refuse: (on: boolean) => {
      refusing = on
    },
    /** Resets every connection. */
    cut: () => {
      for (const line of lines) line.resetAndDestroy()
    },
    stop: () => {
      for (const line of lines) line.destroy()
      return close()
    },
  }
}
