import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that must not be contacted: it records requests, and would redirect to itself endlessly. */
export const startCanary = async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(302, { location: '/again' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
export type Canary = Awaited<ReturnType<typeof startCanary>>
