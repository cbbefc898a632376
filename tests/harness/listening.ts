import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** Starts a server of the tests on a free port of this machine. */
export async function listening(server: Server & { closeAllConnections?(): void }) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** Also ends open HTTP connections. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections?.()
      }),
  }
}

export async function freePort() {
  const { port, close } = await listening(createServer())
  await close()
  return port
}
