import type { Person, TestServer } from './server.ts'

type Way = {
  server: Pick<TestServer, 'url'>
  person: Person
  base: string
  wanted: object
  /** Where the service's page sends the browser back to. */
  allow: (page: string) => string
}

/** Starts signing in to a service: its page, and the browser, which is identified by its cookie. */
export const beginSignIn = async ({ server, person, base, wanted }: Omit<Way, 'allow'>) => {
  const begun = await fetch(`${server.url}/api/v1/knowledge-bases/${base}/sources/sign-ins`, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  })
  const body = await begun.json()
  if (begun.status !== 201) return { refused: { status: begun.status, body, headers: begun.headers } }
  const cookie = begun.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return {
    id: body.id as string,
    page: body.url as string,
    /** Follows the service's redirects, and returns the final address. */
    async comeBack(address: string, from = cookie) {
      const answer = await fetch(address, { headers: { cookie: from }, redirect: 'manual' })
      return answer.headers.get('location') ?? ''
    },
  }
}

/** Signs in to a service as a person does in their browser, and grants what it asks. */
export const signInThere = async ({ allow, ...way }: Way) => {
  const begun = await beginSignIn(way)
  if ('refused' in begun) return { refused: begun.refused! }
  await begun.comeBack(allow(begun.page))
  return { id: begun.id }
}
