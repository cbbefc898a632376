import { OrganizationMessage } from '../../src/services/contract/sockets.ts'
import { createLive } from '../../src/services/live.ts'
import { provideSocket } from '../../src/services/socket.provide.ts'
import { socketOrigin } from '../../src/services/socket-tokens.ts'

// The live connection as the app wires it, without the app: what the bench opens and closes in a real page.
const page = {
  async cycle(path: string, token: string, count: number) {
    const { live } = createLive(
      provideSocket({
        freshToken: async () => token,
        tokenRefused: () => {},
        origin: socketOrigin(''),
        showToast: () => {},
      }),
    )
    for (let n = 0; n < count; n += 1) {
      let close = () => {}
      await new Promise<void>((resolve) => {
        close = live({
          name: 'organization',
          path,
          schema: OrganizationMessage,
          onOpen: resolve,
          onMessage: () => {},
        })
      })
      close()
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
