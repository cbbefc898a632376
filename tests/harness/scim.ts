import type { Company } from './company.ts'

const JSON_TYPE = 'application/scim+json'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const CORE = 'urn:ietf:params:scim:schemas:core:2.0'

export const USER = `${CORE}:User`
export const GROUP = `${CORE}:Group`
export const patchOf = (...Operations: object[]) => ({ schemas: [PATCH], Operations })

/** A value that a test examines without a type. */
// biome-ignore lint/suspicious/noExplicitAny: each test expects another response
type Anything = any

type Answer = { status: number; type: string; headers: Headers; body: Anything }

/** A provider's requests with a token. */
export const createScim = (url: string, token: string) => {
  const call = async (method: string, path: string, body?: unknown, type = JSON_TYPE): Promise<Answer> => {
    const answer = await fetch(`${url}/api/scim/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': `${type}; charset=utf-8` }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      type: answer.headers.get('content-type') ?? '',
      headers: answer.headers,
      body: text === '' ? null : JSON.parse(text),
    }
  }
  const filtered = (path: string, filter: string) =>
    call('GET', `${path}?filter=${encodeURIComponent(filter)}`)
  return { call, filtered }
}
export type Scim = ReturnType<typeof createScim>

/** A token of the company, created by its owner. */
export const newToken = async ({ call, base }: Company, expires_in_days: number | null = null) => {
  const { body } = await call('POST', `${base}/provisioning-tokens`, { name: 'Directory', expires_in_days })
  return body as { id: string; secret: string; prefix: string }
}
