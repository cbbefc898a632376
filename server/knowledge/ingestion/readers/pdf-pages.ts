/** A line of a PDF page; `y` grows upward. */
export type Line = { text: string; size: number; y: number; page: number; isMono: boolean }
type Item = { str: string; hasEOL: boolean; transform: number[]; fontName: string }

/** Lines at each end of a page that may be a running head or foot. */
const EDGE_LINES = 2
/** An edge line on this many pages, and on this share of them, is not content. */
const REPEATED_MIN = 3
const REPEATED_SHARE = 0.3
/** Numbers at each end of a line that are compared with its page. */
const NUMBERS_MAX = 6
const PAGE_NUMBER = /^(?:page |seite |p\. ?)?[\divxlc]{1,6}(?: ?(?:of|\/|von|de) ?\d{1,5})?$/i
const CONTENTS_LINES_MIN = 5
const CONTENTS_SHARE = 0.6
const CONTENTS_LINE = /(?:\.\.|\s)(\d{1,4})$/

/** The mark of a footnote, or a power: it would be read as digits of what it follows. */
const isRaised = (line: Line, str: string, size: number, y: number) =>
  size < line.size * 0.85 && y > line.y + line.size * 0.15 && /^\d/.test(str) && /\S$/.test(line.text)

/** The lines of a page, from the file's pieces of text. */
export const linesOf = (items: Item[], page: number, isMono: (font: string) => boolean): Line[] => {
  const lines: Line[] = []
  let line: Line | null = null as Line | null
  for (const { str, hasEOL, transform, fontName } of items) {
    const [, , c = 0, d = 0, , y = 0] = transform
    const size = Math.round(Math.hypot(c, d) * 2) / 2
    if (line && str.trim() !== '' && Math.abs(line.y - y) > Math.max(line.size, size) * 0.5) {
      lines.push(line)
      line = null
    }
    const mono = str.trim() === '' || isMono(fontName)
    if (str !== '')
      line = line
        ? {
            ...line,
            text: line.text + (isRaised(line, str, size, y) ? '^' : '') + str,
            isMono: line.isMono && mono,
          }
        : { text: str, size, y, page, isMono: mono }
    if (hasEOL && line) {
      lines.push(line)
      line = null
    }
  }
  if (line) lines.push(line)
  return lines.filter(({ text }) => text.trim() !== '')
}

/** Lines of recognized paragraphs from top to bottom, with space between paragraphs. */
export const linesOfScan = (paragraphs: string[][], page: number, size: number): Line[] => {
  let y = 0
  return paragraphs.flatMap((lines) => {
    y -= size * 2
    return lines.map((text) => {
      y -= size
      return { text, size, y, page, isMono: false }
    })
  })
}

const edgesOf = (lines: Line[]) => {
  const byHeight = [...lines].sort((a, b) => b.y - a.y)
  return new Set([...byHeight.slice(0, EDGE_LINES), ...byHeight.slice(-EDGE_LINES)])
}

/** The same at the edge of other pages: as it is, or with one of its numbers counting with the pages. */
const patternsOf = ({ text, page }: Line) => {
  const line = text.trim().replace(/\s+/g, ' ')
  const all = [...line.matchAll(/\d+/g)]
  const numbers = [...all.slice(0, NUMBERS_MAX), ...all.slice(NUMBERS_MAX).slice(-NUMBERS_MAX)]
  return [
    line,
    ...numbers.map(
      ({ 0: digits, index }) =>
        `${line.slice(0, index)}#${Number(digits) - page}#${line.slice(index + digits.length)}`,
    ),
  ]
}

/** A number alone is the page's if it is its number in the file. */
const isPageNumber = ({ text, page }: Line) => {
  const line = text.trim()
  return PAGE_NUMBER.test(line) && (!/^\d+$/.test(line) || Number(line) === page)
}

/** A table of contents: most lines end in a page number, and the numbers grow. */
const isContents = (lines: Line[]) => {
  const numbers = lines.flatMap(({ text }) => CONTENTS_LINE.exec(text.trim())?.[1] ?? []).map(Number)
  if (numbers.length < CONTENTS_LINES_MIN || numbers.length < lines.length * CONTENTS_SHARE) return false
  const growing = numbers.filter((number, index) => index === 0 || number >= (numbers[index - 1] ?? 0))
  return growing.length >= numbers.length * 0.9
}

/** Pages without running heads and feet, page numbers and tables of contents. */
export const contentOf = (pages: Line[][]): Line[][] => {
  const edges = pages.map(edgesOf)
  const counts = new Map<string, number>()
  for (const edge of edges)
    for (const key of new Set([...edge].flatMap(patternsOf))) counts.set(key, (counts.get(key) ?? 0) + 1)
  const needed = Math.max(REPEATED_MIN, pages.length * REPEATED_SHARE)
  const isRunning = (line: Line) => patternsOf(line).some((key) => (counts.get(key) ?? 0) >= needed)
  return pages.map((lines, index) => {
    const content = lines.filter(
      (line) => !edges[index]?.has(line) || !(isRunning(line) || isPageNumber(line)),
    )
    return isContents(content) ? [] : content
  })
}
