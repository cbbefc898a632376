import sharp from 'sharp'
import { failure } from '../../../kernel/texts/reasons.ts'
import { type Extracted, NO_PROGRESS, textBuilder } from '../extracted.ts'
import { withRecognition } from '../recognition.ts'

const PIXELS_MAX = 50_000_000
const PAGES_MAX = 200
/** Screen text is too small for the models, and camera pictures are larger than needed. */
const SIDE_MIN = 1_600
const SIDE_MAX = 4_000
const ENLARGED_MAX = 2

/** One page of an image, upright, grey on white, scaled for the models. */
const pictureOf = (bytes: Buffer, page: number, side: number) => {
  const wanted = side < SIDE_MIN ? Math.min(SIDE_MIN, side * ENLARGED_MAX) : Math.min(side, SIDE_MAX)
  return sharp(bytes, { limitInputPixels: PIXELS_MAX, page })
    .rotate()
    .flatten({ background: 'white' })
    .greyscale()
    .resize(wanted, wanted, { fit: 'inside', withoutEnlargement: false })
    .withMetadata({ density: 300 })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** Recognizes the text of an image; a TIFF may have many pages. */
export const readImage = async (bytes: Buffer, name: string, progress = NO_PROGRESS): Promise<Extracted> => {
  const { width = 0, height = 0, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (width * height > PIXELS_MAX) throw failure('too_many_pixels')
  if (pages > PAGES_MAX) throw failure('too_many_scans')
  progress.recognizing()
  const builder = textBuilder()
  await withRecognition(async (recognize) => {
    for (let page = 0; page < pages; page++) {
      const paragraphs = await recognize(await pictureOf(bytes, page, Math.max(width, height)))
      for (const lines of paragraphs) builder.add('text', lines.join('\n'), pages > 1 ? page + 1 : null)
      progress.page(page + 1, pages)
    }
  })
  return builder.finish('', name)
}
