import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Files } from '../documents/files.ts'

/** Hands a stored file to `use`; false where there is none. Open, it is read to its end even when it is deleted meanwhile. */
export async function withStoredFile(
  files: Files,
  id: string,
  use: (bytes: number, content: Readable) => Promise<void>,
): Promise<boolean> {
  const file = await open(files.pathOf(id)).catch(() => null)
  if (!file) return false
  await use((await file.stat()).size, file.createReadStream())
  return true
}

export const storeFile = async (files: Files, id: string, content: Readable): Promise<void> =>
  files.keep(await files.receive(content), id)
