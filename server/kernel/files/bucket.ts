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
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { ConfigError } from '../config/environment.ts'
import type { S3Settings } from '../config/s3.ts'
import { isOwnDiskFull } from '../db/errors.ts'
import { refusal } from '../errors.ts'

/** Turns the store's errors, and those of copies on our disk, into a temporary refusal of ours. */
export const inStore = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 503) : 503
    if (status === 404) throw error
    const code = isOwnDiskFull(error) ? 'disk_full' : 'object_store_away'
    throw Object.assign(refusal(code), { cause: error })
  }
}

/** Checks that the store is usable with `try_`. @throws ConfigError that tells operators what to change */
const assertUsable = async ({ bucket, endpoint }: S3Settings, try_: () => Promise<void>) => {
  try {
    await try_()
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
    if (status === 404) throw new ConfigError(`S3_BUCKET: there is no bucket called ${bucket}`)
    if (status === 401 || status === 403)
      throw new ConfigError(`S3_ACCESS_KEY_ID: these keys may not read and write the bucket ${bucket}`)
    if (status === 301 || status === 400)
      throw new ConfigError(`S3_REGION: the bucket ${bucket} is in another region`)
    const reason = (error as Error).message
    throw new ConfigError(`S3_ENDPOINT: no object store answers at ${endpoint ?? 'AWS'} (${reason})`)
  }
}

/** Bodies are streams, which the client does not resend by itself. */
const TRIES = 3
const CONNECTED_WITHIN = 5_000 // ms
const ANSWERED_WITHIN = 30_000 // ms without a byte

/** Errors are thrown, and logged where they are caught. */
const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

const createClient = ({ endpoint, region, credentials, pathStyle }: S3Settings) =>
  new S3Client({
    region,
    logger: SILENT,
    forcePathStyle: pathStyle,
    ...(endpoint && { endpoint }),
    // Without keys the client uses the role of its machine or container.
    ...(credentials && { credentials }),
    // Not every store supports the checksums that S3 uses by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECTED_WITHIN, socketTimeout: ANSWERED_WITHIN },
  })

export type Bucket = ReturnType<typeof createBucket>

/** One bucket of an S3-compatible object store. The store's refusals are thrown as its client's errors. */
export const createBucket = (settings: S3Settings) => {
  const { bucket: Bucket } = settings
  const client = createClient(settings)

  const probe = async () => {
    const Key = 'probe'
    await client.send(new PutObjectCommand({ Bucket, Key, Body: 'Lectern can store files here.' }))
  }

  /** Stores a local file. */
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

    /** @throws ConfigError if it cannot be read and written */
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

    /** The objects whose keys have this prefix. */
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
