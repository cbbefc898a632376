import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const KEPT_MAX = 200
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

type Document = { plain: string; brotli: Buffer; etag: string }

/** A page whose head differs from one assistant to another: each is made and compressed once, the last ones are kept. */
export const createDocuments = (withHead: (head: string) => string) => {
  const kept = new Map<string, Promise<Document>>()

  const make = async (head: string): Promise<Document> => {
    const plain = withHead(head)
    return {
      plain,
      brotli: await promisify(brotliCompress)(plain, QUALITY),
      etag: `"${createHash('sha256').update(plain).digest('base64url')}"`,
    }
  }

  return async (head: string, accepted: string | string[] | undefined) => {
    const made = kept.get(head) ?? make(head)
    kept.set(head, made)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    const { plain, brotli, etag } = await made
    return /\bbr\b/.test(String(accepted ?? ''))
      ? { content: brotli, encoding: 'br', etag }
      : { content: plain, encoding: null, etag }
  }
}
