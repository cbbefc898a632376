import * as z from 'zod/mini'
import { type ServiceHttp, shaped } from '../service-http.ts'

export const AT_ONCE = 100
export const PUBLIC_API = 'https://api.github.com'

export const List = z.array(z.unknown())

export type Service = { http: ServiceHttp; api: string; web: string; headers: Record<string, string> }

/** REST API: https://docs.github.com/rest, which an Enterprise Server has below its own address. */
export const serviceAt = (url: string, token: string, http: ServiceHttp): Service => {
  const { origin, host } = new URL(url)
  return {
    http,
    web: origin,
    api: host === 'github.com' ? PUBLIC_API : `${origin}/api/v3`,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      'user-agent': 'Lectern',
    },
  }
}

/** The address of the next page: `<https://…>; rel="next", <https://…>; rel="last"`. */
const nextIn = (link: string | null) =>
  link
    ?.split(', ')
    .find((one) => one.endsWith('rel="next"'))
    ?.slice(1)
    .split('>')[0]

export async function* listed<Result extends z.ZodMiniType>(
  { http, api, headers }: Service,
  path: string,
  result: Result,
): AsyncGenerator<z.output<Result>> {
  const pages = http.pages(`${api}${path}`, List, headers, (_, answer) => nextIn(answer.get('link')))
  for await (const page of pages) for (const one of page) yield shaped(result, one)
}
