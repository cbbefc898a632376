import { getDocumentProxy, getResolvedPDFJS, renderPageAsImage } from 'unpdf'
import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs'
import { failure } from '../../../kernel/texts/reasons.ts'
import { type Extracted, NO_PROGRESS, type Progress, textBuilder } from '../extracted.ts'
import { withRecognition } from '../recognition.ts'
import { contentOf, type Line, linesOf, linesOfScan } from './pdf-pages.ts'

/** The properties of a pdf.js annotation that are used here. */
type Annotation = {
  subtype?: string
  fieldType?: string
  fieldValue?: unknown
  checkBox?: boolean
  alternativeText?: string
  rect: number[]
}

const FIELD_SIZE = 10

const said = ({ fieldType, fieldValue, checkBox, alternativeText = '' }: Annotation) => {
  const values = [fieldValue].flat().filter((value) => typeof value === 'string')
  if (fieldType === 'Btn')
    return checkBox && !values.includes('Off') && values.length > 0 ? alternativeText : ''
  return values.join(', ').trim()
}

/** The lines of a page including its filled-in form: a value follows the line at its height. */
const withFields = async (lines: Line[], page: PDFPageProxy, number: number): Promise<Line[]> => {
  const fields = ((await page.getAnnotations()) as Annotation[]).filter(({ subtype }) => subtype === 'Widget')
  const filled = [...lines]
  for (const field of fields) {
    const value = said(field)
    const [, bottom = 0, , top = 0] = field.rect
    if (value === '') continue
    const beside = filled.findIndex(({ y }) => y >= Math.min(bottom, top) && y <= Math.max(bottom, top))
    const label = filled[beside]
    if (label) filled[beside] = { ...label, text: `${label.text.trimEnd()} ${value}` }
    else filled.push({ text: value, size: FIELD_SIZE, y: Math.min(bottom, top), page: number, isMono: false })
  }
  return filled
}

const PAGES_MAX = 5_000
const HEADING_LETTERS_MAX = 150
const SCANNED_SIZE = 10
const REPEATED_HEADING_MIN = 12
const LIST_ITEM = /^(?:[•▪◦‣·–-]|\d{1,3}[.)])\s/

/** The size of most letters. */
const bodySizeOf = (lines: Line[]) => {
  const letters = new Map<number, number>()
  for (const { size, text } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length)
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

const SENTENCE_END = /[.!?:;]["'”’)]?\s*$/

const isNextLine = (above: Line, below: Line) =>
  above.page === below.page && above.y > below.y && above.y - below.y < above.size * 1.7

/** A sentence cut by the end of a page continues with a small letter. */
const isOverPage = (above: Line, below: Line) =>
  above.page + 1 === below.page && !SENTENCE_END.test(above.text) && /^\s*\p{Ll}/u.test(below.text)

const continues = (above: Line, below: Line) =>
  above.isMono === below.isMono &&
  Math.abs(above.size - below.size) < 1 &&
  (isNextLine(above, below) || (!above.isMono && isOverPage(above, below))) &&
  (below.isMono || !LIST_ITEM.test(below.text))

const joined = (lines: Line[]) =>
  lines
    .map(({ text }) => text.trim())
    .reduce((above, below) =>
      /\p{Ll}-$/u.test(above) && /^\p{Ll}/u.test(below) ? above.slice(0, -1) + below : `${above} ${below}`,
    )
    .replace(/\s+/g, ' ')

const open = async (bytes: Uint8Array) => {
  try {
    return await getDocumentProxy(bytes, { verbosity: 0 })
  } catch (error) {
    throw failure(
      error instanceof Error && error.name === 'PasswordException' ? 'encrypted_pdf' : 'damaged_file',
    )
  }
}

const SCANS_MAX = 200
/** The models were trained on 300 dots per inch; very large pages use fewer. */
const SCALE = 300 / 72
const PIXELS_MAX = 12_000_000

/** Whether a page without text shows anything: pictures or outlines of text. */
const isDrawn = async (page: PDFPageProxy) => {
  const { OPS } = await getResolvedPDFJS()
  const drawing = new Set<number>([
    OPS.constructPath,
    OPS.paintImageXObject,
    OPS.paintImageMaskXObject,
    OPS.paintInlineImageXObject,
    OPS.paintImageXObjectRepeat,
    OPS.paintImageMaskXObjectRepeat,
    OPS.paintImageMaskXObjectGroup,
  ])
  const { fnArray } = await page.getOperatorList()
  return fnArray.some((operation) => drawing.has(operation))
}

const scaleOf = async (pdf: PDFDocumentProxy, number: number) => {
  const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 })
  return Math.min(SCALE, Math.sqrt(PIXELS_MAX / (width * height)))
}

/** Adds recognized lines to pages without any: they have the body size, so that none is a heading. */
const recognizePages = async (
  pdf: PDFDocumentProxy,
  scanned: number[],
  pages: Line[][],
  progress: Progress,
) => {
  if (scanned.length > SCANS_MAX) throw failure('too_many_scans')
  progress.recognizing()
  const size = bodySizeOf(pages.flat()) || SCANNED_SIZE
  await withRecognition(async (recognize) => {
    for (const [index, number] of scanned.entries()) {
      const scale = await scaleOf(pdf, number)
      const canvasImport = () => import('@napi-rs/canvas')
      const image = await renderPageAsImage(pdf, number, { canvasImport, scale })
      pages[number - 1] = linesOfScan(await recognize(Buffer.from(image)), number, size)
      progress.page(index + 1, scanned.length)
    }
  })
}

/** Reads a PDF page by page; lines larger than the body are headings. Text of scanned pages is recognized. */
export const readPdf = async (
  bytes: Uint8Array,
  name: string,
  progress = NO_PROGRESS,
): Promise<Extracted> => {
  const pdf = await open(bytes)
  if (pdf.numPages > PAGES_MAX) throw failure('too_many_pages')
  const pages: Line[][] = []
  const scanned: number[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items, styles } = await page.getTextContent()
    const isMono = (font: string) => styles[font]?.fontFamily === 'monospace'
    const printed = linesOf(
      items.filter((item) => 'str' in item),
      number,
      isMono,
    )
    pages.push(await withFields(printed, page, number))
    if (pages.at(-1)?.length === 0 && (await isDrawn(page))) scanned.push(number)
    page.cleanup()
    progress.page(number, pdf.numPages)
  }
  if (scanned.length > 0) await recognizePages(pdf, scanned, pages, progress)
  const { info } = await pdf.getMetadata()
  await pdf.destroy()
  const said = 'Title' in info && typeof info.Title === 'string' ? info.Title : ''
  return assemble(contentOf(pages).flat(), said, name)
}

const assemble = (lines: Line[], title: string, name: string): Extracted => {
  const body = bodySizeOf(lines)
  const isHeading = ({ size, text }: Line) => size >= body * 1.15 && text.length <= HEADING_LETTERS_MAX
  const headings = lines.filter(isHeading)
  const sizes = [...new Set(headings.map(({ size }) => size))].sort((a, b) => b - a)
  const titles = new Set(headings.map(({ text }) => text.trim()))
  // In a table of contents, or a link to the next chapter.
  const repeatsHeading = (line: Line) =>
    !isHeading(line) && line.text.trim().length >= REPEATED_HEADING_MIN && titles.has(line.text.trim())
  const builder = textBuilder()
  let paragraph: Line[] = []
  const flush = () => {
    const first = paragraph[0]
    if (!first) return
    const text = joined(paragraph)
    if (first.isMono)
      builder.add(
        'code',
        `\`\`\`\n${paragraph.map((line) => line.text.trimEnd()).join('\n')}\n\`\`\``,
        first.page,
      )
    else if (isHeading(first) && text.length <= HEADING_LETTERS_MAX)
      builder.heading(sizes.indexOf(first.size) + 1, text, first.page)
    else builder.add('text', text, first.page)
    paragraph = []
  }
  for (const line of lines.filter((one) => !repeatsHeading(one))) {
    const above = paragraph.at(-1)
    if (above && !continues(above, line)) flush()
    paragraph.push(line)
  }
  flush()
  return builder.finish(
    /\.(docx?|indd|tex|pages)$|^(untitled|microsoft word)/i.test(title) ? '' : title,
    name,
  )
}
