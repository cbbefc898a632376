import { Zip, ZipDeflate } from 'fflate'

export type ArchivedFile = { name: string; content: string | Uint8Array }

/** A ZIP archive, written as its files come. */
export async function* zipOf(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    written.push(chunk)
  })
  for await (const { name, content } of files) {
    const file = new ZipDeflate(name)
    zip.add(file)
    file.push(typeof content === 'string' ? Buffer.from(content) : content, true)
    yield* written.splice(0)
  }
  zip.end()
  yield* written.splice(0)
}
