import type * as z from 'zod/mini'
import { addressBelow, listed, type ServiceHttp } from './service-http.ts'

/** The address of the next page in `<https://…>; rel="next", <https://…>; rel="last"`. */
const nextIn = (link: string | null) =>
  link
    ?.split(', ')
    .find((one) => one.endsWith('rel="next"'))
    ?.slice(1)
    .split('>')[0]

/** Calls once per id, even for concurrent callers. */
export const remembered = <Result>(ask: (id: string) => Promise<Result>) => {
  const asked = new Map<string, Promise<Result>>()
  return (id: string) => {
    const known = asked.get(id) ?? ask(id)
    asked.set(id, known)
    return known
  }
}

type Listing = { results: readonly unknown[]; next?: string | null | undefined }

export type ServiceApi = ReturnType<typeof createServiceApi>

/**
 * A service's API: everything is below one root, which may have to be looked up, and requested with the same
 * headers. Failures are thrown as a FetchFailure, with `changed_shape` if the service leads to another origin.
 */
export const createServiceApi = (
  http: ServiceHttp,
  root: string | (() => Promise<string>),
  headers: Readonly<Record<string, string>> = {},
) => {
  const addressOf = async (path: string) => addressBelow(typeof root === 'string' ? root : await root(), path)
  return {
    json: async <Schema extends z.ZodMiniType>(path: string, schema: Schema, more = {}) =>
      http.json(await addressOf(path), schema, { ...headers, ...more }),

    post: async <Schema extends z.ZodMiniType>(path: string, schema: Schema, body: object) =>
      http.post(await addressOf(path), schema, headers, body),

    bytes: async (path: string, more = {}) =>
      (await http.send(await addressOf(path), { headers: { ...headers, ...more } })).body,

    /** A list's entries: each page names the next by path or address, in its body or its `Link` header. */
    list: <Page extends z.ZodMiniType, Result extends z.ZodMiniType>(
      first: string,
      page: Page,
      result: Result,
      of: (page: z.output<Page>, linked: string | undefined) => Listing,
    ) =>
      listed(
        result,
        first,
        async (at) => http.ask(await addressOf(at), page, { headers: { ...headers } }),
        (answer) => of(answer.page, nextIn(answer.headers.get('link'))),
      ),
  }
}
