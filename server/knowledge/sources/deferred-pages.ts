import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FoundItem } from './reader.types.ts'

/** Pages that wait until their reading is known to be safe. Their bodies lie on the disk: a source may send gigabytes. */
export const createDeferredPages = () => {
  let waiting: { page: FoundItem; file: string | null }[] = []
  let folder: string | null = null
  let files = 0

  const write = async (body: Buffer) => {
    folder ??= await mkdtemp(path.join(tmpdir(), 'lectern-pages-'))
    const file = path.join(folder, String(files++))
    await writeFile(file, body, { mode: 0o600 })
    return file
  }

  return {
    async add({ body, ...page }: FoundItem) {
      waiting.push({ page: { ...page, body: null }, file: body && (await write(body)) })
    },
    /** Gives each page once, in the order in which they came. */
    async *take() {
      const pages = waiting
      waiting = []
      for (const { page, file } of pages) yield { ...page, body: file === null ? null : await readFile(file) }
    },
    /** Forgets the pages that were not taken. */
    async end() {
      if (folder) await rm(folder, { recursive: true, force: true })
    },
  }
}
