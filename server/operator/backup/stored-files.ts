import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Files } from '../../kernel/files/files.types.ts'
import { failure, IngestionFailure } from '../../kernel/texts/reasons.ts'

/** Passes a stored file to `use`; false if there is none. Throws if it is there but cannot be read. */
export async function withStoredFile(
  files: Files,
  id: string,
  use: (bytes: number, content: Readable) => Promise<void>,
): Promise<boolean> {
  try {
    await files.onDisk(id, async (path) => {
      // Once it is open, it can be read to its end even if it is deleted.
      const file = await open(path).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? failure('missing_file') : error
      })
      await use((await file.stat()).size, file.createReadStream())
    })
    return true
  } catch (error) {
    if (error instanceof IngestionFailure && error.reason.code === 'missing_file') return false
    throw error
  }
}

export const storeFile = async (files: Files, id: string, content: Readable): Promise<void> =>
  files.keep(await files.receive(content, id))
