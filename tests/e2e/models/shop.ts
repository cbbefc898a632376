import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A site of somebody else, on an origin of its own; `page` is asked anew for each visit. */
export async function openShop(page: () => string) {
  const host = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><html lang="en"><title>A shop</title><main><h1>A shop</h1></main>${page()}`)
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(host.address() as AddressInfo).port}`,
    async close() {
      host.closeAllConnections()
      await new Promise((resolve) => host.close(resolve))
    },
  }
}
