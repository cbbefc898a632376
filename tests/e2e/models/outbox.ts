import type { RunningServer } from '../server.ts'
import { expect } from '../test.ts'

/** The newest link to one address whose path begins so, read where an operator reads it. */
export async function linkTo(server: RunningServer, address: string, path: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const page = await (await fetch(server.outbox())).text()
    const mine = page.split('<article>').filter((article) => article.includes(`To ${address} `))
    link = mine.map((article) => /href="([^"]+)"/.exec(article)?.[1]).find((href) => href?.includes(path))
    expect(link).toBeDefined()
  }).toPass()
  const { pathname } = new URL(link ?? '')
  return server.url + pathname
}
