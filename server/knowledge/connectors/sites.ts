import * as z from 'zod/mini'
import { fetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import type { OAuth } from './connector.types.ts'
import { isSameOrigin, type ServiceHttp, shaped } from './service-http.ts'

const Site = z.object({ id: z.string(), url: z.string() })

/** Finds, once, the API of the site at an address, among those that the account sees. */
export const siteFinder = (http: ServiceHttp, { list, rootOf }: NonNullable<OAuth['sites']>, url: string) => {
  const find = async () => {
    const sites = (await http.json(list, z.array(z.unknown()))).map((one) => shaped(Site, one))
    const site = sites.find((one) => isSameOrigin(one.url, url))
    if (!site) throw fetchFailure('item_not_found', { field: 'url' })
    return rootOf(encodeURIComponent(site.id))
  }
  let found: Promise<string> | null = null
  return () => (found ??= find())
}
