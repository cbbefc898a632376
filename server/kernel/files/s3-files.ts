import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { NoSuchKey } from '@aws-sdk/client-s3'
import type { S3Settings } from '../config/s3.ts'
import { failure } from '../texts/reasons.ts'
import { createBucket, inStore } from './bucket.ts'
import type { Files } from './files.types.ts'
import { ABANDONED_AFTER, openIncoming } from './incoming.ts'
import { sweepUnknown } from './sweep-unknown.ts'

const FOLDER = 'files/'

/**
 * Files in a bucket, each under `files/<id>`. Uploads are received and checked on the local disk first, so that
 * a refused file never reaches the store.
 * @throws ConfigError if the bucket cannot be used
 */
export const openS3Files = async (settings: S3Settings, dataDir: string): Promise<Files> => {
  const bucket = createBucket(settings)
  const incoming = await openIncoming(path.join(dataDir, 'incoming'))
  const keyOf = (id: string) => `${FOLDER}${path.basename(id)}`
  await bucket.assertUsable()

  const oldNames = async function* () {
    for await (const { key, changedAt } of bucket.list(FOLDER))
      if (Date.now() - changedAt.getTime() > ABANDONED_AFTER) yield key.slice(FOLDER.length)
  }

  return {
    receive: incoming.receive,
    discard: incoming.discard,

    async keep(file) {
      await inStore(bucket.put(keyOf(file.id), incoming.pathOf(file.id)))
      await incoming.discard(file)
    },

    read: (id) => inStore(bucket.get(keyOf(id))),

    async onDisk(id, use) {
      // Two kinds of work may read the same file at once.
      const copy = incoming.pathOf(randomUUID())
      try {
        const stream = await inStore(bucket.get(keyOf(id))).catch((error: unknown) => {
          throw error instanceof NoSuchKey ? failure('missing_file') : error
        })
        await inStore(pipeline(stream, createWriteStream(copy, { mode: 0o600 })))
        return await use(copy)
      } finally {
        await rm(copy, { force: true })
      }
    },

    remove: (id) => inStore(bucket.remove(keyOf(id))),

    async sweep(isKnown) {
      await incoming.sweep()
      await sweepUnknown(oldNames(), isKnown, (id) => bucket.remove(keyOf(id)))
    },

    probe: bucket.probe,
  }
}
