import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Integration } from '../../../src/services/contract/integrations.ts'
import type { Organization } from '../../../src/services/contract/organizations.ts'
import type { PublicPage } from '../../../src/services/contract/share.ts'
import { demoClient } from './client.ts'

/** A third-party page: Lectern is only its script element. */
const pageOf = (lectern: string, assistant: Integration) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Northwind Boots, the shop</title>
<style>
  body { margin: 0; font: 18px/1.6 Georgia, serif; color: #1d1b16; background: #f3efe4 }
  main { max-width: 38rem; margin: 0 auto; padding: 12vh 1.5rem }
  h1 { font-size: 2.6rem; line-height: 1.1; margin: 0 0 1.5rem; font-weight: 400 }
  small { color: #5c574b }
</style>
<main>
  <h1>Boots that can be repaired for as long as we make them.</h1>
  <p>Welted, resoled, and looked after in Bergen since 1921. Ask us anything: the button is at the bottom right.</p>
  <p><small>A demo of embedding: this page is of another origin than Lectern, and is one of those that the
  public page of “Help desk” allows.</small></p>
</main>
<script async src="${lectern}/embed.js" data-assistant="${assistant.id}"></script>
</html>`

const listening = (server: Server, port: number, host: string) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })

/**
 * A shop at the port after Lectern's, or at a free one, whose page embeds the demo's Help desk.
 * Returns its address; null if the assistant no longer exists.
 */
export async function openShop(app: FastifyInstance, lectern: string, host: string): Promise<string | null> {
  const { call, logIn } = demoClient(app)
  if (!(await logIn())) return null
  const [organization] = await call<Organization[]>('GET', '/organizations')
  if (!organization) return null
  const assistants = await call<Integration[]>('GET', `/organizations/${organization.id}/integrations`)
  const assistant = assistants.find(({ name }) => name === 'Help desk')
  if (!assistant) return null

  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(pageOf(lectern, assistant))
  })
  const { hostname, port } = new URL(lectern)
  const own = await listening(server, Number(port) + 1, host).catch(() => listening(server, 0, host))
  server.unref()
  const origin = `http://${hostname}:${own}`
  const page = `/integrations/${assistant.id}/public-page`
  const { allowed_origins } = await call<PublicPage>('GET', page)
  if (!allowed_origins.includes(origin))
    await call('PATCH', page, { allowed_origins: [...allowed_origins, origin] })
  return origin
}
