import type { Server } from 'node:http'
import { afterAll } from 'vitest'
import { createGuardedHttp } from '../../server/kernel/fetching/guarded-http.ts'
import { makePlace, openPlace } from './database.ts'
import { organizationOn } from './knowledge.ts'
import { listening } from './listening.ts'
import { startTestServer, type TestServer } from './server.ts'

type Options = Parameters<typeof startTestServer>[0]

/** Closes what an async `describe` or a file has started, after its tests and before what was started earlier. */
export function closedAfterwards<T extends { close: () => Promise<unknown> }>(started: T) {
  afterAll(() => started.close())
  return started
}

/** The address of a test's own HTTP server, and a guarded client for it; both are closed afterwards. */
export async function guardedTo(server: Server, bytesMax: number) {
  const { port, url } = closedAfterwards(await listening(server))
  const settings = { allowedNetworks: ['127.0.0.1/32'], ports: [port], bytesMax }
  return { url, fetch: closedAfterwards(createGuardedHttp(settings)).fetch }
}

/** A server for the tests of an async `describe` or of a file; it is closed after them. */
export const serve = async (options?: Options) => closedAfterwards(await startTestServer(options))

/** The same with a person, their client, and the organization that they own. */
export async function serveOrganization(options?: Options) {
  const server = await serve(options)
  return { server, ...(await organizationOn(server)) }
}

/** The database of a server that was filled and then closed, so that no queue takes what a test inserts. */
export async function withoutServer<Filled>(fill: (server: TestServer) => Promise<Filled>) {
  const place = await makePlace()
  afterAll(() => place.remove())
  const server = await startTestServer({ place })
  const filled = await fill(server)
  await server.close()
  return { ...filled, place, database: closedAfterwards(await openPlace(place)) }
}
