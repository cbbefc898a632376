import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { MIMEType } from 'node:util'
import { request } from 'undici'
import { MINUTE } from '../durations.ts'
import { VERSION } from '../package.ts'
import { ENCODINGS, unpackWithin } from '../unpacking/streamed.ts'
import { type AddressSettings, createAddressPolicy } from './address-policy.ts'
import { failureOf, fetchFailure, retryAfterOf, statusFailure } from './fetch-failure.ts'
import { createGuardedAgent } from './guarded-agent.ts'
import { createNameResolver } from './resolver.ts'

const MARKS = [
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
]

const isUtf8 = (bytes: Buffer) => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

const decoderOf = (label: string) => {
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}

/**
 * Converts a response to UTF-8 if its header names another encoding: readers see only the bytes. A byte order
 * mark or valid UTF-8 outweighs a header that is often the server's default.
 */
function inUtf8(bytes: Buffer, charset: string | null): Buffer {
  if (charset === null || MARKS.some((mark) => mark.every((byte, at) => bytes[at] === byte))) return bytes
  const decoder = isUtf8(bytes) ? null : decoderOf(charset)
  return decoder ? Buffer.from(decoder.decode(bytes)) : bytes
}

const CUT = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/** The decoded bytes of a response. @throws FetchFailure beyond the limit, and for an unrequested encoding */
const readBody = async (body: Readable, encoding: string, bytesMax: number): Promise<Buffer> => {
  const content = await unpackWithin(body, encoding, {
    bytesMax,
    tooLarge: () => fetchFailure('page_too_large'),
  }).catch((error: unknown) => {
    // The server did respond: its connection was cut midway.
    throw CUT.has((error as NodeJS.ErrnoException).code ?? '') ? fetchFailure('bad_response') : error
  })
  if (content) return content
  body.destroy()
  throw fetchFailure('bad_response')
}

type FetchOptions = {
  signal?: AbortSignal
  /** Validators of the stored copy, so that the server can respond with 304. */
  etag?: string | null
  lastModified?: string | null
  /** Accepted media types, such as `text/html`; by default all. */
  types?: readonly string[]
  bytesMax?: number
  /** Whether to follow a redirect to this address; by default all are followed. */
  follow?: (url: URL) => boolean
}

export type Fetched =
  | {
      kind: 'fetched'
      /** The address after all redirects. */
      url: string
      status: number
      /** `text/html`; empty if the server does not say. */
      contentType: string
      /** Text in UTF-8, whatever the server's encoding. */
      bytes: Buffer
      etag: string | null
      lastModified: string | null
      /** `X-Robots-Tag`, which limits what a robot may do with it. */
      robotsTag: string | null
    }
  | { kind: 'not_modified'; url: string }
  /** A redirect that `follow` rejected. */
  | { kind: 'redirected'; url: string; location: string; status: number }

export type GuardedFetch = (address: string, options?: FetchOptions) => Promise<Fetched>

export type FetchSettings = AddressSettings & {
  /** Name servers as `address:port`; by default the machine's. */
  nameServers?: string[]
  /** Where site operators learn who reads their site. */
  contact?: string
  limits?: Partial<FetchLimits>
}

type FetchLimits = {
  /** Bytes of a body, both received and decoded. */
  bytes: number
  /** ms until a connection is established. */
  connectTime: number
  /** ms until the headers have arrived. */
  headersTime: number
  /** ms in total, including redirects. */
  totalTime: number
  redirects: number
}

const LIMITS: FetchLimits = {
  bytes: 20 * 1024 * 1024,
  connectTime: 10_000,
  headersTime: 15_000,
  totalTime: MINUTE,
  redirects: 5,
}
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const PARTIAL = 206
const REST_BYTES_MAX = 16 * 1024

/** The User-Agent name by which `robots.txt` addresses us. */
export const ROBOT = 'Lectern'

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? null

const typeOf = (header: string | null) => {
  try {
    const { essence, params } = new MIMEType(header ?? '')
    return { contentType: essence, charset: params.get('charset') }
  } catch {
    return { contentType: '', charset: null }
  }
}

const isWanted = (contentType: string, types: readonly string[] | undefined) =>
  types === undefined || types.includes(contentType)

/**
 * Reads http(s) addresses that people entered for an organization's knowledge base: only public ones, at every
 * hop, within limits of bytes and time, without cookies and credentials.
 */
export const createGuardedFetch = ({
  nameServers,
  contact,
  limits: given,
  ...settings
}: FetchSettings = {}) => {
  const limits = { ...LIMITS, ...given }
  const policy = createAddressPolicy(settings)
  const resolveName = createNameResolver(nameServers)
  const agent = createGuardedAgent({ policy, resolveName, connectTime: limits.connectTime })
  const userAgent = `${ROBOT}/${VERSION}${contact ? ` (+${contact})` : ''}`

  const ask = (url: URL, { etag, lastModified, types }: FetchOptions, signal: AbortSignal) =>
    request(url, {
      dispatcher: agent,
      signal,
      headersTimeout: limits.headersTime,
      bodyTimeout: limits.totalTime,
      headers: {
        'user-agent': userAgent,
        accept: types ? `${types.join(', ')}, */*;q=0.1` : '*/*',
        'accept-encoding': ENCODINGS,
        ...(etag && { 'if-none-match': etag }),
        ...(lastModified && { 'if-modified-since': lastModified }),
      },
    })

  type Answer = Awaited<ReturnType<typeof ask>>

  const locationOf = (url: URL, { statusCode, headers }: Answer) =>
    REDIRECTS.has(statusCode) && headers.location ? policy.parse(one(headers.location)!, url) : null

  const read = async (url: URL, answer: Answer, options: FetchOptions): Promise<Fetched> => {
    const { statusCode: status, body } = answer
    const headers: IncomingHttpHeaders = answer.headers
    if (status === 304 && (options.etag || options.lastModified))
      return { kind: 'not_modified', url: url.href }
    // A partial response that was not requested is not a page.
    if (status < 200 || status > 299 || status === PARTIAL)
      throw statusFailure({ status, retryAfter: retryAfterOf(one(headers['retry-after'])) })
    const { contentType, charset } = typeOf(one(headers['content-type']))
    if (!isWanted(contentType, options.types)) throw fetchFailure('unsupported_content')
    const bytesMax = options.bytesMax ?? limits.bytes
    if (Number(headers['content-length'] ?? 0) > bytesMax) throw fetchFailure('page_too_large')
    return {
      kind: 'fetched',
      url: url.href,
      status,
      contentType,
      bytes: inUtf8(await readBody(body, one(headers['content-encoding']) ?? '', bytesMax), charset),
      etag: one(headers.etag),
      lastModified: one(headers['last-modified']),
      robotsTag: one(headers['x-robots-tag']),
    }
  }

  const fetchWithin = async (address: string, options: FetchOptions, signal: AbortSignal) => {
    let url = policy.parse(address)
    for (let hops = 0; hops <= limits.redirects; hops++) {
      const answer = await ask(url, options, signal)
      try {
        const next = locationOf(url, answer)
        if (!next) return await read(url, answer, options)
        const redirected = { url: url.href, location: next.href, status: answer.statusCode }
        if (options.follow && !options.follow(next)) return { kind: 'redirected' as const, ...redirected }
        url = next
      } finally {
        // A short rest is read to keep the connection usable; a longer one ends it.
        await answer.body.dump({ limit: REST_BYTES_MAX, signal }).catch(() => {})
      }
    }
    throw fetchFailure('too_many_redirects')
  }

  const fetch: GuardedFetch = async (address, options = {}) => {
    const ended = AbortSignal.timeout(limits.totalTime)
    const signal = options.signal ? AbortSignal.any([options.signal, ended]) : ended
    try {
      return await fetchWithin(address, options, signal)
    } catch (error) {
      options.signal?.throwIfAborted()
      throw failureOf(error)
    }
  }

  return { fetch, close: () => agent.destroy() }
}
