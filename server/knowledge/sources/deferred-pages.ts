import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FoundItem } from './reader.types.ts'

/** Pages held until their reading is known to be safe. They are on disk: a source may send gigabytes. */
export const createDeferredPages = () => {
  let waiting: { page: string; body: string | null }[] = []
  let folder: string | null = null
  let files = 0

  const write = async (content: Buffer | string) => {
    folder ??= await mkdtemp(path.join(tmpdir(), 'lectern-pages-'))
    const file = path.join(folder, String(files++))
    await writeFile(file, content, { mode: 0o600 })
    return file
  }

  return {
    async add({ body, ...page }: FoundItem) {
      waiting.push({ page: await write(JSON.stringify(page)), body: body && (await write(body)) })
    },
    /** Yields each page once, in order of arrival. */
    async *take(): AsyncGenerator<FoundItem> {
      const pages = waiting
      waiting = []
      for (const { page, body } of pages)
        yield {
          ...JSON.parse(await readFile(page, 'utf8')),
          body: body === null ? null : await readFile(body),
        }
    },
    /** Discards pages that were not taken. */
    async end() {
      if (folder) await rm(folder, { recursive: true, force: true })
    },
  }
}
