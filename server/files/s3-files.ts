import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { S3Settings } from '../config/s3.ts'
import { failure } from '../ingestion/failure.ts'
import type { Files } from './files.types.ts'
import { ABANDONED_AFTER, openIncoming } from './incoming.ts'
import { assertUsable, inStore } from './s3-errors.ts'

const FOLDER = 'files/'
/** Bodies are streams, which the client does not send twice by itself. */
const TRIES = 3
const CONNECTED_WITHIN = 5_000 // ms
const ANSWERED_WITHIN = 30_000 // ms without a byte

/** What fails is thrown, and logged where it is caught. */
const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

const createClient = ({ endpoint, region, credentials, pathStyle }: S3Settings) =>
  new S3Client({
    region,
    logger: SILENT,
    forcePathStyle: pathStyle,
    ...(endpoint && { endpoint }),
    // Without keys the client asks its surroundings: the role of a machine or a container.
    ...(credentials && { credentials }),
    // Checksums that S3 asks for by default are not known to every other store.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECTED_WITHIN, socketTimeout: ANSWERED_WITHIN },
  })

/**
 * Files in a bucket, each under `files/<id>`. They are received and judged on this machine's disk, so that what is
 * refused never reaches the store.
 * @throws ConfigError when the bucket cannot be used
 */
export const openS3Files = async (settings: S3Settings, dataDir: string): Promise<Files> => {
  const { bucket: Bucket } = settings
  const client = createClient(settings)
  const incoming = await openIncoming(path.join(dataDir, 'incoming'))
  const keyOf = (id: string) => `${FOLDER}${path.basename(id)}`

  const put = async (id: string, size: number, tries = TRIES): Promise<void> => {
    const Body = createReadStream(incoming.pathOf(id))
    try {
      await client.send(new PutObjectCommand({ Bucket, Key: keyOf(id), Body, ContentLength: size }))
    } catch (error) {
      Body.destroy()
      if (tries === 1) throw error
      await put(id, size, tries - 1)
    }
  }
  const get = async (id: string) =>
    (await client.send(new GetObjectCommand({ Bucket, Key: keyOf(id) }))).Body as Readable
  const remove = async (id: string) => {
    await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(id) }))
  }
  const probe = async () => {
    const Key = 'probe'
    await client.send(new PutObjectCommand({ Bucket, Key, Body: 'Lectern can store files here.' }))
  }

  await assertUsable(settings, async () => {
    await client.send(new HeadBucketCommand({ Bucket }))
    await probe()
  })

  return {
    receive: incoming.receive,
    discard: incoming.discard,

    async keep(file) {
      await inStore(put(file.id, file.size))
      await incoming.discard(file)
    },

    read: (id) => inStore(get(id)),

    async onDisk(id, use) {
      // Two may read the same file at once, by turns of two kinds of work.
      const copy = incoming.pathOf(randomUUID())
      try {
        const stream = await inStore(get(id)).catch((error: unknown) => {
          throw error instanceof NoSuchKey ? failure('missing_file') : error
        })
        await pipeline(stream, createWriteStream(copy, { mode: 0o600 }))
        return await use(copy)
      } finally {
        await rm(copy, { force: true })
      }
    },

    remove: (id) => inStore(remove(id)),

    async sweep(isKnown) {
      await incoming.sweep()
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket,
            Prefix: FOLDER,
            ...(ContinuationToken && { ContinuationToken }),
          }),
        )
        const old = (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
          Key && LastModified && Date.now() - LastModified.getTime() > ABANDONED_AFTER
            ? [Key.slice(FOLDER.length)]
            : [],
        )
        const known = old.length > 0 ? await isKnown(old) : new Set<string>()
        for (const id of old) if (!known.has(id)) await remove(id)
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },

    probe,
  }
}
