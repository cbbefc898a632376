import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { controlsOf, startService } from '../../harness/service.ts'
import { describeConnector, describeFolder } from './kit.ts'
import type { TestService } from './test-service.ts'

const BUCKET = 'acme-files'
const KEYS = { access_key: 'AKIDTESTS', secret_key: 'a-secret-key-of-the-tests' }
const PREFIX = 'manuals/'
const FOLDERS = ['help/', 'notes/', 'sales & more/']

const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const strictly = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** Signature Version 4, computed from the received request. */
const signatureOf = ({ method, headers }: IncomingMessage, url: URL, secret: string) => {
  const [, scope = '', names = ''] =
    /Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+),/.exec(headers.authorization ?? '') ?? []
  const query = [...url.searchParams]
    .map(([name, value]) => `${strictly(name)}=${strictly(value)}`)
    .sort()
    .join('&')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, url.pathname, query, signed.join(''), names, headers['x-amz-content-sha256']]
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha(canonical.join('\n'))].join('\n')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(key, text).toString('hex')
}

/** An object store with one bucket (ListObjectsV2 and GetObject of S3); lists come in pages of two. */
const startBucket = async () => {
  const objects = new Map<string, string>()
  const clear = () => {
    objects.clear()
    for (const folder of FOLDERS) objects.set(PREFIX + folder, '')
  }
  clear()
  const entryOf = (key: string) => {
    const text = objects.get(key)!
    return `<Contents><Key>${escaped(key)}</Key><LastModified>2026-01-31T12:00:00.000Z</LastModified><ETag>&quot;${createHash('md5').update(text).digest('hex')}&quot;</ETag><Size>${Buffer.byteLength(text)}</Size></Contents>`
  }

  const service = await startService(
    ({ request, url, response }) => {
      const refuse = (status: number, code: string) =>
        void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
      const secret = service.state.isRefused ? 'another' : KEYS.secret_key
      if (!request.headers.authorization?.endsWith(`Signature=${signatureOf(request, url, secret)}`))
        return refuse(403, 'SignatureDoesNotMatch')
      const [, name, encoded = ''] = url.pathname.split(/^\/([^/]+)\/?/)
      if (name !== BUCKET) return refuse(404, 'NoSuchBucket')
      const key = decodeURIComponent(encoded)
      if (key !== '') {
        const text = objects.get(key)
        return text === undefined ? refuse(404, 'NoSuchKey') : void response.writeHead(200).end(text)
      }
      const prefix = url.searchParams.get('prefix') ?? ''
      const delimiter = url.searchParams.get('delimiter')
      const below = [...objects.keys()].filter((one) => one.startsWith(prefix)).sort()
      const folded = (one: string) => {
        const end = delimiter ? one.indexOf(delimiter, prefix.length) : -1
        return end < 0 ? one : one.slice(0, end + 1)
      }
      const entries = [...new Set(below.map(folded))]
      const at = Number(url.searchParams.get('continuation-token') ?? 0)
      const page = entries
        .slice(at, at + 2)
        .map((one) =>
          delimiter && one.endsWith(delimiter)
            ? `<CommonPrefixes><Prefix>${escaped(one)}</Prefix></CommonPrefixes>`
            : entryOf(one),
        )
      const isTruncated = at + 2 < entries.length
      const next = isTruncated ? `<NextContinuationToken>${at + 2}</NextContinuationToken>` : ''
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(
          `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name><IsTruncated>${isTruncated}</IsTruncated>${next}${page.join('')}</ListBucketResult>`,
        )
    },
    ({ pathname }) => pathname.length > `/${BUCKET}/`.length,
  )
  const url = `http://store.test:${service.port}`
  return {
    ...service,
    url,
    objects,
    clear,
    whole: { id: `${BUCKET}/${PREFIX}`, name: `${BUCKET}/${PREFIX}` },
    choices: FOLDERS.map((folder) => ({ id: `${BUCKET}/${PREFIX}${folder}`, name: folder })),
    keyOf: (name: string, choice = 0) => `${PREFIX}${FOLDERS[choice]}${name}`,
    addressOf: (key: string) => `${url}/${BUCKET}/${key.split('/').map(encodeURIComponent).join('/')}`,
  }
}

const startStore = async (): Promise<TestService> => {
  const store = await startBucket()
  const { url, objects, keyOf, clear, whole, choices } = store
  const put = (name: string, text: string, choice = 0) => void objects.set(keyOf(name, choice), text)
  return {
    ...controlsOf(store),
    connector: 'bucket',
    settings: { url, region: 'eu-central-1', bucket: BUCKET, prefix: PREFIX, ...KEYS },
    secret: 'secret_key',
    whole,
    choices,
    write: (name, text, choice) => put(`${name}.txt`, text, choice),
    writeFile: put,
    remove: (name) => void objects.delete(keyOf(`${name}.txt`)),
    titleOf: (name) => `help ${name}.txt`,
    addressOf: (name) => store.addressOf(keyOf(`${name}.txt`)),
    clear,
  }
}

describeConnector('a bucket', startStore)
describeFolder('bucket')
