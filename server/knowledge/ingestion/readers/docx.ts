import mammoth from 'mammoth'
import { failure } from '../../../kernel/texts/reasons.ts'
import type { Extracted } from '../extracted.ts'
import { openArchive } from '../zip.ts'
import { readHtmlFragment } from './html.ts'

const WITHOUT_IMAGES = mammoth.images.imgElement(async () => ({ src: '' }))

/** Reads a Word file; its unpacked size is measured before the converter sees it. */
export const readDocx = async (buffer: Buffer, name: string): Promise<Extracted> => {
  openArchive(buffer)
  const { value } = await mammoth
    .convertToHtml(
      { buffer },
      {
        convertImage: WITHOUT_IMAGES,
        styleMap: ["p[style-name='Title'] => h1:fresh"],
        externalFileAccess: false,
      },
    )
    .catch(() => {
      throw failure('damaged_file')
    })
  return readHtmlFragment(value, name)
}
