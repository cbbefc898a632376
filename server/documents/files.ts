import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { FILE_BYTES_MAX } from '../../src/services/contract/documents.ts'
import { upTo } from '../http/uploads.ts'
import { SNIFFED_BYTES } from '../ingestion/sniff.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** A file that is a little too large is read to its end, so that those behind it in the request are taken. */
const READ_PAST_MAX = 1024 * 1024
export const TOO_LARGE = `This file is larger than ${FILE_BYTES_MAX / 1024 / 1024} MB. Split it and add the parts.`
const ABANDONED_AFTER = 3_600_000 // ms
const SWEPT_AT_ONCE = 1_000

/** A file that was received and lies beside the others, not yet anybody's. */
export type ReceivedFile = {
  temporary: string
  size: number
  tooLarge: boolean
  hash: string
  head: Buffer
  tail: Buffer
}

export type Files = Awaited<ReturnType<typeof openFiles>>

/** The uploaded files, each under its document's id in `<dataDir>/files`. */
export const openFiles = async (dataDir: string) => {
  const folder = path.join(dataDir, 'files')
  const incoming = path.join(folder, 'incoming')
  await mkdir(incoming, { recursive: true })
  const pathOf = (id: string) => path.join(folder, path.basename(id))

  return {
    pathOf,

    /**
     * Writes a stream to the disk, synced; of a file beyond the limit nothing is kept.
     * @throws Refusal 413 for one that is far beyond it, which is not read to its end
     */
    async receive(stream: Readable): Promise<ReceivedFile> {
      const temporary = path.join(incoming, randomUUID())
      const file = await open(temporary, 'wx', 0o600)
      const hash = createHash('sha256')
      let size = 0
      let head = Buffer.alloc(0)
      let tail = Buffer.alloc(0)
      try {
        for await (const chunk of upTo(stream, FILE_BYTES_MAX + READ_PAST_MAX, TOO_LARGE)) {
          size += chunk.length
          if (size > FILE_BYTES_MAX) continue
          hash.update(chunk)
          if (head.length < SNIFFED_BYTES) head = Buffer.concat([head, chunk]).subarray(0, SNIFFED_BYTES)
          tail = Buffer.concat([tail, chunk]).subarray(-SNIFFED_BYTES)
          await file.writeFile(chunk)
        }
        await file.sync()
      } catch (error) {
        await file.close()
        await rm(temporary, { force: true })
        throw error
      }
      await file.close()
      return { temporary, size, tooLarge: size > FILE_BYTES_MAX, hash: hash.digest('hex'), head, tail }
    },

    /** Gives a received file to its document, durably: from here on it survives a crash. */
    async keep({ temporary }: ReceivedFile, id: string) {
      await rename(temporary, pathOf(id))
      const directory = await open(folder)
      await directory.sync()
      await directory.close()
    },

    discard: ({ temporary }: ReceivedFile) => rm(temporary, { force: true }),

    remove: (id: string) => rm(pathOf(id), { force: true }),

    /** Removes what no document names and no upload is writing any more. */
    async sweep(isKnown: (ids: string[]) => Promise<Set<string>>) {
      const stale = async (file: string) => Date.now() - (await stat(file)).mtimeMs > ABANDONED_AFTER
      const removeStale = async (file: string) => {
        // Another process that shares the folder may have removed it meanwhile.
        if (await stale(file).catch(() => false)) await rm(file, { force: true })
      }
      for (const name of await readdir(incoming)) await removeStale(path.join(incoming, name))
      const ids = (await readdir(folder)).filter((name) => UUID.test(name))
      for (let at = 0; at < ids.length; at += SWEPT_AT_ONCE) {
        const some = ids.slice(at, at + SWEPT_AT_ONCE)
        const known = await isKnown(some)
        for (const id of some) if (!known.has(id)) await removeStale(pathOf(id))
      }
    },
  }
}
