import { getResolvedPDFJS, renderPageAsImage } from 'unpdf'
import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs'
import { failure } from '../../../kernel/texts/ingestion-failure.ts'
import type { Progress } from '../progress.ts'
import { withRecognition } from '../recognition.ts'

const SCANS_MAX = 200
/** The models were trained on 300 dots per inch; very large pages use fewer. */
const SCALE = 300 / 72
const PIXELS_MAX = 12_000_000

/** Whether a page without text shows anything: pictures or outlines of text. */
export const isDrawn = async (page: PDFPageProxy) => {
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

/** Renders the pages and recognizes their text, one after the other. */
export const recognizeScans = async (
  pdf: PDFDocumentProxy,
  numbers: number[],
  progress: Progress,
  onPage: (number: number, paragraphs: string[][]) => void,
) => {
  if (numbers.length > SCANS_MAX) throw failure('too_many_scans')
  progress.recognizing()
  await withRecognition(async (recognize) => {
    for (const [index, number] of numbers.entries()) {
      const scale = await scaleOf(pdf, number)
      const canvasImport = () => import('@napi-rs/canvas')
      const image = await renderPageAsImage(pdf, number, { canvasImport, scale })
      onPage(number, await recognize(Buffer.from(image)))
      progress.page(index + 1, numbers.length)
    }
  })
}
