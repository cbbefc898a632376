import { afterAll } from 'vitest'
import { createClient } from './knowledge.ts'
import { startTestServer } from './server.ts'

type Options = Parameters<typeof startTestServer>[0]

/** A server for the tests of an async `describe` or of a file; it is closed after them. */
export async function serve(options?: Options) {
  const server = await startTestServer(options)
  afterAll(() => server.close())
  return server
}

/** The same with a person, their client, and the organization that they own. */
export async function serveOrganization(options?: Options) {
  const server = await serve(options)
  const person = await server.register()
  const ann = createClient(server.url, person)
  const { id: organizationId } = await server.found(person)
  return { server, person, ann, organizationId }
}
