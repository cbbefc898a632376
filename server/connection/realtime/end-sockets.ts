import type { FastifyInstance } from 'fastify'
import type { Hub } from './hub.ts'

const PATIENCE = 1000 // ms for the other side to answer the close

/** Before the server closes: announces it to every socket, and waits for them briefly. */
export const endSockets = (hub: Hub) =>
  async function (this: FastifyInstance) {
    hub.close()
    const { clients } = this.websocketServer
    const impatience = setTimeout(() => {
      for (const client of clients) client.terminate()
    }, PATIENCE)
    await new Promise<void>((resolve) => this.websocketServer.close(() => resolve()))
    clearTimeout(impatience)
  }
