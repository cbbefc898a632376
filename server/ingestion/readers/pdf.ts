import { getDocumentProxy } from 'unpdf'
import { titleFromName } from '../clean.ts'
import { type Extracted, textBuilder } from '../extracted.ts'
import { failure } from '../failure.ts'

const PAGES_MAX = 5_000
const HEADING_LETTERS_MAX = 150
const LIST_ITEM = /^(?:[•▪◦‣·–-]|\d{1,3}[.)])\s/

type Line = { text: string; size: number; y: number; page: number }
type Item = { str: string; hasEOL: boolean; transform: number[] }

const linesOf = (items: Item[], page: number): Line[] => {
  const lines: Line[] = []
  let line: Line | null = null as Line | null
  for (const { str, hasEOL, transform } of items) {
    const [, , c = 0, d = 0, , y = 0] = transform
    const size = Math.round(Math.hypot(c, d) * 2) / 2
    if (line && str.trim() !== '' && Math.abs(line.y - y) > Math.max(line.size, size) * 0.5) {
      lines.push(line)
      line = null
    }
    if (str !== '') line = line ? { ...line, text: line.text + str } : { text: str, size, y, page }
    if (hasEOL && line) {
      lines.push(line)
      line = null
    }
  }
  if (line) lines.push(line)
  return lines.filter(({ text }) => text.trim() !== '')
}

/** The size that most letters are set in. */
const bodySizeOf = (lines: Line[]) => {
  const letters = new Map<number, number>()
  for (const { size, text } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length)
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

const continues = (above: Line, below: Line) =>
  above.page === below.page &&
  Math.abs(above.size - below.size) < 1 &&
  above.y > below.y &&
  above.y - below.y < above.size * 1.7 &&
  !LIST_ITEM.test(below.text)

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

/** Reads a PDF page by page; lines set larger than the body are its headings. */
export const readPdf = async (
  bytes: Uint8Array,
  name: string,
  onPage: (done: number, total: number) => void = () => {},
): Promise<Extracted> => {
  const pdf = await open(bytes)
  if (pdf.numPages > PAGES_MAX) throw failure('too_many_pages')
  const lines: Line[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    lines.push(...linesOf(items.filter((item) => 'str' in item) as Item[], number))
    page.cleanup()
    onPage(number, pdf.numPages)
  }
  const { info } = await pdf.getMetadata()
  await pdf.destroy()
  const said = 'Title' in info && typeof info.Title === 'string' ? info.Title : ''
  return assemble(lines, said, name)
}

const assemble = (lines: Line[], title: string, name: string): Extracted => {
  const body = bodySizeOf(lines)
  const isHeading = ({ size, text }: Line) => size >= body * 1.15 && text.length <= HEADING_LETTERS_MAX
  const sizes = [...new Set(lines.filter(isHeading).map(({ size }) => size))].sort((a, b) => b - a)
  const builder = textBuilder()
  let paragraph: Line[] = []
  const flush = () => {
    const first = paragraph[0]
    if (!first) return
    const text = joined(paragraph)
    if (isHeading(first) && text.length <= HEADING_LETTERS_MAX)
      builder.heading(sizes.indexOf(first.size) + 1, text, first.page)
    else builder.add('text', text, first.page)
    paragraph = []
  }
  for (const line of lines) {
    const above = paragraph.at(-1)
    if (above && !continues(above, line)) flush()
    paragraph.push(line)
  }
  flush()
  return builder.finish(
    /\.(docx?|indd|tex|pages)$|^(untitled|microsoft word)/i.test(title) ? '' : title,
    titleFromName(name),
  )
}
