import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Received = { headers: IncomingHttpHeaders; body: string }

/** An endpoint of the tests: its answers can be changed. */
export const startWebhookReceiver = async () => {
  const received: Received[] = []
  const state = { status: 204, says: '' }
  /** Requests to `/slow`, which are answered only by `answerSlow`. */
  const slow: ServerResponse[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      if (request.url === '/slow') {
        slow.push(response)
        return
      }
      received.push({ headers: request.headers, body })
      response.writeHead(state.status, { location: '/elsewhere' }).end(state.says)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    state,
    slow: () => slow.length,
    answerSlow: () => {
      for (const response of slow.splice(0)) response.writeHead(204).end()
    },
    slowUrl: `http://127.0.0.1:${port}/slow`,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
