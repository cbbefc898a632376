import { pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

export type ArchivedFile = {
  name: string
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>
}

const DEFLATED = 8

/** A ZIP archive, written as its files arrive, piece by piece: zlib packs them outside of the main thread. */
export async function* zipOf(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    written.push(chunk)
  })
  for await (const { name, content } of files) {
    const file: ZipInputFile = { filename: name, compression: DEFLATED, size: 0, crc: 0 }
    zip.add(file)
    const counted = async function* () {
      for await (const piece of content) {
        const bytes = Buffer.from(piece)
        file.size += bytes.length
        file.crc = crc32(bytes, file.crc)
        yield bytes
      }
    }
    // Errors reach the loop below.
    const packed = pipeline(counted, createDeflateRaw(), () => {})
    for await (const chunk of packed) {
      file.ondata!(null, chunk, false)
      yield* written.splice(0)
    }
    file.ondata!(null, new Uint8Array(), true)
  }
  zip.end()
  yield* written.splice(0)
}

/** A JSON array of rows that are JSON already. */
export async function* jsonArrayOf(pages: AsyncIterable<string[]>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const rows of pages) {
    if (rows.length === 0) continue
    yield before + rows.join(',\n')
    before = ',\n'
  }
  yield before.startsWith('[') ? '[]' : '\n]'
}
