import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

const CHANNEL = 'fastify.initialization'

/** Runs `start` and gives back, beside what it made, every route that the router of a server was given meanwhile. */
export async function withRoutes<Made>(start: () => Promise<Made>) {
  const routes: string[] = []
  const listen = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      // HEAD is GET without its body, OPTIONS is for browsers of other origins.
      for (const one of [method].flat()) if (one !== 'HEAD' && one !== 'OPTIONS') routes.push(`${one} ${url}`)
    })
  subscribe(CHANNEL, listen)
  try {
    return { made: await start(), routes }
  } finally {
    unsubscribe(CHANNEL, listen)
  }
}
