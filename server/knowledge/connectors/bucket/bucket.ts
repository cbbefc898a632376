import { Readable } from 'node:stream'
import type { ListObjectsV2CommandInput } from '@aws-sdk/client-s3'
import { FetchFailure, fetchFailure } from '../../../kernel/fetching/fetch-failure.ts'
import { mayBeRead } from '../../ingestion/sniff.ts'
import { connector, type Settings } from '../connector.types.ts'
import { followed, inAddress, type ServiceHttp } from '../service-http.ts'

type Bucket = Settings<'url' | 'region' | 'bucket' | 'prefix' | 'access_key' | 'secret_key'>
/** A request signed by the client. */
type Signed = {
  method: string
  protocol: string
  hostname: string
  port?: number
  path: string
  query: Record<string, string | string[] | null>
  headers: Record<string, string>
}

const addressOf = ({ protocol, hostname, port, path, query }: Signed) => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one ?? '')}`),
  )
  const host = port === undefined ? hostname : `${hostname}:${port}`
  return `${protocol}//${host}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}

/** Maximum size of a list page of 1,000 names: a stranger's store wrote it, and the client parses it at once. */
const LIST_BYTES_MAX = 2 * 1024 * 1024

/** Sends the client's signed requests in the same way as other connectors. */
const handlerOf = (http: ServiceHttp) => ({
  async handle(request: unknown) {
    const signed = request as Signed
    // The Host header, which is the same, is sent automatically.
    const { host: _, ...headers } = signed.headers
    const answer = await http.send(addressOf(signed), { method: signed.method, headers })
    if ('list-type' in signed.query && answer.body.length > LIST_BYTES_MAX)
      throw fetchFailure('changed_shape')
    return {
      response: {
        statusCode: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: Readable.from([answer.body]),
      },
    }
  },
})

/** A response that the client cannot parse is not an object store's. */
const throwFailure = (error: unknown): never => {
  throw error instanceof FetchFailure || error instanceof DOMException ? error : fetchFailure('changed_shape')
}

/** The client is large, and loaded only for buckets. */
const clientOf = async ({ url, region, access_key, secret_key }: Bucket, http: ServiceHttp) => {
  const { GetObjectCommand, ListObjectsV2Command, S3Client } = await import('@aws-sdk/client-s3')
  const client = new S3Client({
    region,
    endpoint: url,
    forcePathStyle: true,
    credentials: { accessKeyId: access_key, secretAccessKey: secret_key },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
    requestHandler: handlerOf(http),
  })
  return {
    /** One page of a list; the first has the position ''. */
    async list(wanted: ListObjectsV2CommandInput, at: string) {
      const page = await client.send(
        new ListObjectsV2Command({ ...wanted, ...(at && { ContinuationToken: at }) }),
      )
      // A list that ends too early would remove all that it does not name.
      if (page.IsTruncated === undefined || (page.IsTruncated && !page.NextContinuationToken))
        throw fetchFailure('changed_shape')
      return page
    },
    async get(Bucket: string, Key: string) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
      return Buffer.from((await Body?.transformToByteArray()) ?? [])
    },
  }
}

/** Files of a bucket, at Amazon or any other S3-compatible store. */
export const bucket = connector({
  name: 'S3',
  fields: {
    url: { input: 'url', label: 'field.endpoint', hint: 'bucket.endpoint.hint' },
    region: { input: 'text', label: 'field.region', hint: 'bucket.region.hint', preset: 'us-east-1' },
    bucket: { input: 'text', label: 'field.bucket' },
    prefix: { input: 'text', label: 'field.prefix', hint: 'bucket.prefix.hint', isOptional: true },
    access_key: { input: 'text', label: 'field.access_key' },
    secret_key: { input: 'secret', label: 'field.secret_key' },
  },
  choices: 'choices.folders',
  connect(settings: Bucket, http) {
    const { url, bucket: Bucket, prefix } = settings
    const whole = `${Bucket}/${prefix}`
    let opened: ReturnType<typeof clientOf> | null = null
    const open = () => (opened ??= clientOf(settings, http))

    async function* listed(wanted: Omit<ListObjectsV2CommandInput, 'Bucket'>) {
      const { list } = await open()
      const ask = (at: string) => list({ Bucket, ...wanted }, at).catch(throwFailure)
      yield* followed('', ask, (page) => page.NextContinuationToken)
    }

    return {
      async *choices() {
        const folders = new Set<string>()
        for await (const { CommonPrefixes = [] } of listed({ Prefix: prefix, Delimiter: '/' })) {
          if (folders.size === 0) yield { id: whole, name: whole }
          for (const { Prefix = '' } of CommonPrefixes) {
            if (!folders.has(Prefix)) yield { id: `${Bucket}/${Prefix}`, name: Prefix.slice(prefix.length) }
            folders.add(Prefix)
          }
        }
      },

      async *items(folders) {
        for (const folder of folders) {
          if (!folder.startsWith(whole)) throw fetchFailure('item_not_found')
          for await (const { Contents = [] } of listed({ Prefix: folder.slice(Bucket.length + 1) }))
            for (const { Key = '', ETag = '', LastModified, Size = 0 } of Contents)
              if (!Key.endsWith('/') && mayBeRead(Key))
                yield {
                  key: Key,
                  url: new URL(`/${Bucket}/${inAddress(Key)}`, url).href,
                  title: Key.slice(prefix.length) || Key,
                  mark: ETag,
                  modifiedAt: LastModified?.toISOString() ?? null,
                  size: Size,
                }
        }
      },

      async read({ key }) {
        const { get } = await open()
        return { file: await get(Bucket, key).catch(throwFailure) }
      },

      // Policies name accounts of the store, not people.
      readers: null,
    }
  },
})
