import type { PDFPageProxy } from 'unpdf/pdfjs'
import type { Line } from './pdf-pages.ts'

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
export const withFields = async (lines: Line[], page: PDFPageProxy, number: number): Promise<Line[]> => {
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
