import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { S3Settings } from '../config/s3.ts'
import { assertUsable } from './s3-errors.ts'

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

export type Bucket = ReturnType<typeof createBucket>

/** One bucket of an object store that speaks S3. What the store refuses is thrown as its client tells it. */
export const createBucket = (settings: S3Settings) => {
  const { bucket: Bucket } = settings
  const client = createClient(settings)

  const probe = async () => {
    const Key = 'probe'
    await client.send(new PutObjectCommand({ Bucket, Key, Body: 'Lectern can store files here.' }))
  }

  /** Stores a file of the disk. */
  const put = async (Key: string, file: string, tries = TRIES): Promise<void> => {
    const { size } = await stat(file)
    const Body = createReadStream(file)
    try {
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: size }))
    } catch (error) {
      Body.destroy()
      if (tries === 1) throw error
      await put(Key, file, tries - 1)
    }
  }

  return {
    probe,
    put,

    /** @throws ConfigError when it cannot be read and written */
    assertUsable: () =>
      assertUsable(settings, async () => {
        await client.send(new HeadBucketCommand({ Bucket }))
        await probe()
      }),

    /** @throws NoSuchKey */
    get: async (Key: string) => (await client.send(new GetObjectCommand({ Bucket, Key }))).Body as Readable,

    async remove(Key: string) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    },

    /** The objects whose keys begin so. */
    async *list(Prefix: string): AsyncGenerator<{ key: string; changedAt: Date }> {
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix, ...(ContinuationToken && { ContinuationToken }) }),
        )
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key && LastModified) yield { key: Key, changedAt: LastModified }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
  }
}
