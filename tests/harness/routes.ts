import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

const CHANNEL = 'fastify.initialization'

/** A route as passed to the router; `name` is its method and address. */
export type Route = Pick<RouteOptions, 'url' | 'schema' | 'bodyLimit' | 'preParsing' | 'config'> & {
  name: string
  method: string
}

/** Runs `start` and returns its result, plus every route registered with a server's router during it. */
export async function withRoutes<Made>(start: () => Promise<Made>) {
  const definitions: Route[] = []
  const listen = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => {
      // HEAD is GET without its body, OPTIONS is for browsers of other origins.
      for (const method of [route.method].flat())
        if (method !== 'HEAD' && method !== 'OPTIONS')
          definitions.push({ ...route, method, name: `${method} ${route.url}` })
    })
  subscribe(CHANNEL, listen)
  try {
    return { made: await start(), routes: definitions.map(({ name }) => name), definitions }
  } finally {
    unsubscribe(CHANNEL, listen)
  }
}
