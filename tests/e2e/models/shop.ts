import { createServer } from 'node:http'
import { listening } from '../../harness/listening.ts'

/** A site of somebody else, on an origin of its own; `page` is asked anew for each visit. */
export async function openShop(page: () => string) {
  const host = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><html lang="en"><title>A shop</title><main><h1>A shop</h1></main>${page()}`)
  })
  const { url: origin, close } = await listening(host)
  return { origin, close }
}
