import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'
import type { Entry } from './manifest.ts'

/** Writes a tar archive, readable by this user only. */
export function createArchive(file: string) {
  const tar = pack()
  const written = pipeline(tar, createWriteStream(file, { mode: 0o600, flush: true }))
  // It is awaited at the end; until then a failure surfaces in what is being added.
  written.catch(() => {})
  const entries: Entry[] = []

  return {
    entries,
    async add(name: string, bytes: number, content: Readable): Promise<void> {
      const hash = createHash('sha256')
      const entry = tar.entry({ name, size: bytes, mode: 0o600 })
      content.on('data', (chunk: Buffer) => hash.update(chunk))
      await Promise.race([pipeline(content, entry), written])
      entries.push({ name, bytes, sha256: hash.digest('hex') })
    },
    addText(name: string, text: string): void {
      tar.entry({ name, mode: 0o600 }, text)
      entries.push({
        name,
        bytes: Buffer.byteLength(text),
        sha256: createHash('sha256').update(text).digest('hex'),
      })
    },
    /** Once it is on disk. */
    async finish(): Promise<void> {
      tar.finalize()
      await written
    },
    async abandon(): Promise<void> {
      tar.destroy()
      await written.catch(() => {})
    },
  }
}

/** Passes each entry to `take`, which must read it to its end. */
export async function readArchive(
  file: string,
  take: (name: string, content: Readable) => Promise<void>,
): Promise<void> {
  const tar = extract()
  const read = pipeline(createReadStream(file), tar)
  read.catch(() => {})
  for await (const entry of tar) {
    await take(entry.header.name, Readable.from(entry))
    entry.resume()
  }
  await read
}

/** Lists an archive's entries, with the texts of the requested ones. */
export async function checkArchive(file: string, asked: readonly string[]) {
  const entries: Entry[] = []
  const texts = new Map<string, string>()
  await readArchive(file, async (name, content) => {
    const hash = createHash('sha256')
    const kept: Buffer[] = []
    let bytes = 0
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
      if (asked.includes(name)) kept.push(chunk)
    }
    if (asked.includes(name)) texts.set(name, Buffer.concat(kept).toString('utf8'))
    entries.push({ name, bytes, sha256: hash.digest('hex') })
  })
  return { entries, texts }
}
