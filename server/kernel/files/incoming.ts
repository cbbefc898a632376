import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { FILE_BYTES_MAX } from '../../../src/services/contract/documents.ts'
import { HOUR } from '../durations.ts'
import { refusal } from '../errors.ts'
import { upTo } from '../http/uploads.ts'
import { END_BYTES, type ReceivedFile } from './files.types.ts'

/** A slightly oversized file is read to its end, so that the files after it in the request are accepted. */
const READ_PAST_MAX = 1024 * 1024
export const TOO_LARGE = { megabytes: FILE_BYTES_MAX / 1024 / 1024 }
export const ABANDONED_AFTER = HOUR

/** Removes a file that has not been written to for long. */
export const removeStale = async (file: string) => {
  // Another process that shares the folder may have removed it.
  const changedAt = await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  )
  if (Date.now() - changedAt > ABANDONED_AFTER) await rm(file, { force: true })
}

/** Where files are kept while they are received, checked, or fetched for reading. */
export const openIncoming = async (folder: string) => {
  await mkdir(folder, { recursive: true })
  const pathOf = (id: string) => path.join(folder, id)

  return {
    pathOf,

    /** Writes a stream to the disk and syncs it. */
    async receive(stream: Readable, id: string = randomUUID()): Promise<ReceivedFile> {
      // A restore that was killed may have left a part under this id.
      const file = await open(pathOf(id), 'w', 0o600)
      const hash = createHash('sha256')
      let size = 0
      let head = Buffer.alloc(0)
      let tail = Buffer.alloc(0)
      try {
        for await (const chunk of upTo(stream, FILE_BYTES_MAX + READ_PAST_MAX, () =>
          refusal('file_too_large', TOO_LARGE),
        )) {
          size += chunk.length
          if (size > FILE_BYTES_MAX) continue
          hash.update(chunk)
          if (head.length < END_BYTES) head = Buffer.concat([head, chunk]).subarray(0, END_BYTES)
          tail = Buffer.concat([tail, chunk]).subarray(-END_BYTES)
          await file.writeFile(chunk)
        }
        await file.sync()
      } catch (error) {
        await file.close()
        await rm(pathOf(id), { force: true })
        throw error
      }
      await file.close()
      return { id, size, tooLarge: size > FILE_BYTES_MAX, hash: hash.digest('hex'), head, tail }
    },

    discard: ({ id }: ReceivedFile) => rm(pathOf(id), { force: true }),

    async sweep() {
      for (const name of await readdir(folder)) await removeStale(pathOf(name))
    },
  }
}
