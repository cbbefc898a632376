import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import yauzl from 'yauzl'

/** The files of a folder or an archive, by their paths. */
export type ModelFiles = {
  paths: string[]
  open(path: string): Promise<{ stream: Readable; size: number }>
  close(): void
}

const inFolder = async (folder: string): Promise<ModelFiles> => ({
  paths: (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')),
  async open(name) {
    const file = path.join(folder, name)
    return { stream: createReadStream(file), size: (await stat(file)).size }
  },
  close() {},
})

const inArchive = async (file: string): Promise<ModelFiles> => {
  const archive = await yauzl.openPromise(file, { autoClose: false })
  const entries = new Map<string, yauzl.Entry>()
  for await (const entry of archive.eachEntry()) entries.set(entry.fileName, entry)
  return {
    paths: [...entries.keys()],
    async open(name) {
      const entry = entries.get(name) as yauzl.Entry
      return { stream: await archive.openReadStreamPromise(entry), size: entry.uncompressedSize }
    },
    close: () => archive.close(),
  }
}

/** Opens a folder, or a zip archive with any extension (such as wheel or jar). @throws Error for other files */
export const openModelFiles = async (from: string): Promise<ModelFiles> =>
  (await stat(from)).isDirectory() ? inFolder(from) : inArchive(from)
