import mammoth from 'mammoth'
import { failure } from '../../../kernel/texts/reasons.ts'
import type { Extracted } from '../extracted.ts'
import { requiredPart } from '../office-parts.ts'
import { openArchive } from '../zip.ts'
import { createPartWriter } from './docx-parts.ts'
import { readHtmlFragment } from './html.ts'

const WITHOUT_IMAGES = mammoth.images.imgElement(async () => ({ src: '' }))
const TEXT_PART = /^word\/[^/]+\.xml$/

/** The file as the converter reads it: from the archive that was checked, without what does not count. */
const fileOf = (buffer: Buffer) => {
  const archive = openArchive(buffer)
  const write = createPartWriter()
  return {
    exists: (name: string) => archive.read(name) !== null,
    async read(name: string, encoding?: BufferEncoding) {
      const part = requiredPart(archive, name)
      if (TEXT_PART.test(name)) return write(part)
      return encoding ? part.toString(encoding) : part
    },
  }
}

/** Reads a Word file; its unpacked size is measured before the converter sees it. */
export const readDocx = async (buffer: Buffer, name: string): Promise<Extracted> => {
  // The converter takes an open file, too, but its types do not say so.
  const input = { file: fileOf(buffer) } as unknown as { buffer: Buffer }
  const { value } = await mammoth
    .convertToHtml(input, {
      convertImage: WITHOUT_IMAGES,
      styleMap: ["p[style-name='Title'] => h1:fresh"],
      externalFileAccess: false,
    })
    .catch(() => {
      throw failure('damaged_file')
    })
  return readHtmlFragment(value, name)
}
