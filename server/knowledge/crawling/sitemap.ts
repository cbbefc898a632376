import { unpackAtOnce } from '../../kernel/unpacking/at-once.ts'
import { walkXml } from '../ingestion/xml.ts'
import { normalized } from './addresses.ts'

/** Limits of the protocol: a sitemap contains 50,000 addresses, in 50 MiB. */
const ADDRESSES_MAX = 50_000
const BYTES_MAX = 50 * 1024 * 1024

type Sitemap = { sitemaps: string[]; pages: string[] }

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

/**
 * Addresses in a sitemap or an index of sitemaps; plain lists of addresses are sitemaps, too.
 * @throws Error for text without an address, or for what is not XML: pages that a sitemap no longer lists are removed
 */
export const readSitemap = (bytes: Buffer): Sitemap => {
  const content = isGzip(bytes) ? unpackAtOnce(bytes, 'gzip', BYTES_MAX).content : bytes
  const found: Sitemap = { sitemaps: [], pages: [] }
  if (!content.subarray(0, 1024).includes('<')) {
    found.pages = content.toString().split('\n').slice(0, ADDRESSES_MAX)
    if (!found.pages.some((line) => normalized(line))) throw new Error('a list without addresses')
    return found
  }
  const path: string[] = []
  let address = ''
  walkXml(content, {
    open(tag) {
      path.push(tag)
      if (tag === 'loc') address = ''
    },
    text(part, element) {
      if (element === 'loc') address += part
    },
    close(tag) {
      path.pop()
      if (tag !== 'loc') return
      // A `loc` of an image or a video is nested deeper.
      const list = { sitemap: found.sitemaps, url: found.pages }[path.at(-1) ?? '']
      if (list && list.length < ADDRESSES_MAX) list.push(address.trim())
    },
  })
  return found
}
