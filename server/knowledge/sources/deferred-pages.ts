import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ItemReaders } from '../readers/followed.ts'
import type { FoundItem } from './reader.types.ts'

/** Pages held until their reading is known to be safe. They are on disk: a source may send gigabytes. */
export const createDeferredPages = () => {
  let waiting: { page: FoundItem; file: string | null; readers: string | null }[] = []
  let folder: string | null = null
  let files = 0

  const write = async (body: Buffer) => {
    folder ??= await mkdtemp(path.join(tmpdir(), 'lectern-pages-'))
    const file = path.join(folder, String(files++))
    await writeFile(file, body, { mode: 0o600 })
    return file
  }

  return {
    async add({ body, readers, ...page }: FoundItem) {
      waiting.push({
        page: { ...page, body: null },
        file: body && (await write(body)),
        readers: readers === undefined ? null : await write(Buffer.from(JSON.stringify(readers))),
      })
    },
    /** Yields each page once, in order of arrival. */
    async *take() {
      const pages = waiting
      waiting = []
      for (const { page, file, readers } of pages)
        yield {
          ...page,
          body: file === null ? null : await readFile(file),
          ...(readers && { readers: JSON.parse(await readFile(readers, 'utf8')) as ItemReaders }),
        }
    },
    /** Discards pages that were not taken. */
    async end() {
      if (folder) await rm(folder, { recursive: true, force: true })
    },
  }
}
