import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { listening } from './listening.ts'

type Received = { headers: IncomingHttpHeaders; body: string }

/** An endpoint of the tests: its answers can be changed. */
export const startWebhookReceiver = async () => {
  const received: Received[] = []
  const state = { status: 204, says: '', breaksOff: false }
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
      response.writeHead(state.status, { location: '/elsewhere' })
      if (state.breaksOff) response.write(state.says, () => response.destroy())
      else response.end(state.says)
    })
  })
  const { port, url, close } = await listening(server)
  return {
    url: `${url}/hook`,
    port,
    received,
    state,
    slow: () => slow.length,
    answerSlow: () => {
      for (const response of slow.splice(0)) response.writeHead(204).end()
    },
    slowUrl: `${url}/slow`,
    close,
  }
}
