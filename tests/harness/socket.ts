import { type ClientOptions, WebSocket } from 'ws'
import { Envelope } from '../../src/services/contract/sockets.ts'
import type { Person, TestServer } from './server.ts'

/** A socket to the server that keeps the received frames; every frame is parsed with the contract. */
export function openSocket(
  server: Pick<TestServer, 'url'>,
  path: string,
  token: string,
  options: ClientOptions = {},
) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}?token=${token}`, options)
  const frames: Envelope[] = []
  let heard = () => {}
  socket.on('message', (data) => {
    frames.push(Envelope.parse(JSON.parse(String(data))))
    heard()
  })
  socket.on('error', () => {})
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))

  return {
    socket,
    frames,
    /** The close code; 1006 if the upgrade was refused. */
    closed,
    send: (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    /** The first frame of the type, once it has arrived. */
    async next(type: string): Promise<Envelope> {
      for (;;) {
        const frame = frames.find((frame) => frame.type === type)
        if (frame) return frame
        await new Promise<void>((resolve, reject) => {
          heard = resolve
          void closed.then((code) => reject(new Error(`closed with ${code} before ${type}`)))
        })
      }
    },
  }
}

export const openFor = (server: TestServer, { tokens }: Person, path: string, options?: ClientOptions) =>
  openSocket(server, path, tokens.access_token, options)
