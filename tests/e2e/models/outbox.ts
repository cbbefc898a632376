import { outboxOf } from '../server.ts'
import { expect } from '../test.ts'

/** The newest link to one address whose path begins so, read where an operator reads it. */
export async function linkTo(server: { url: string }, address: string, path: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const page = await (await fetch(outboxOf(server.url))).text()
    const mine = page.split('<article>').filter((article) => article.includes(`To ${address} `))
    link = mine.map((article) => /href="([^"]+)"/.exec(article)?.[1]).find((href) => href?.includes(path))
    expect(link).toBeDefined()
  }).toPass()
  const { pathname, hash } = new URL(link ?? '')
  return server.url + pathname + hash
}

/** Follows the link that a new account was mailed. */
export async function confirmAddress(server: { url: string }, address: string): Promise<void> {
  const token = (await linkTo(server, address, '/confirm-email/')).split('/').at(-1)
  const answer = await fetch(`${server.url}/api/v1/confirm-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  expect(answer.status).toBe(200)
}
