import { createActor } from 'xstate'
import { provideConnections } from '../../src/services/connection/connections.provide.ts'
import { readFrame } from '../../src/services/connection/frames.ts'
import { socketOrigin } from '../../src/services/connection/socket-tokens.ts'
import { listener } from './system.ts'

// The live connections as the app wires them, without the app, for the bench in a real page.
const page = {
  async cycle(path: string, token: string, count: number) {
    const connections = createActor(
      provideConnections({
        freshToken: async () => token,
        tokenRefused: () => {},
        origin: socketOrigin(''),
        readFrame,
      }),
      { systemId: 'connections' },
    ).start()
    const line = { name: 'organization:bench', path } as const
    for (let n = 0; n < count; n += 1) {
      let opened = () => {}
      const isOpen = new Promise<void>((resolve) => {
        opened = resolve
      })
      const ear = listener(({ type }) => type === 'live.opened' && opened())
      connections.send({ type: 'connection.joined', line, listener: ear })
      await isOpen
      connections.send({ type: 'connection.left', name: line.name, listener: ear })
    }
  },
}
type SocketPage = typeof page

declare global {
  interface Window {
    sockets: SocketPage
  }
}
window.sockets = page
