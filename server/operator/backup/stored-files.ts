import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Files } from '../../kernel/files/files.types.ts'

/** Passes a stored file to `use`; false if there is none. */
export async function withStoredFile(
  files: Files,
  id: string,
  use: (bytes: number, content: Readable) => Promise<void>,
): Promise<boolean> {
  let found = false
  try {
    await files.onDisk(id, async (path) => {
      const { size } = await stat(path)
      found = true
      await use(size, createReadStream(path))
    })
  } catch (error) {
    if (found) throw error
  }
  return found
}

export const storeFile = async (files: Files, id: string, content: Readable): Promise<void> =>
  files.keep(await files.receive(content, id))
