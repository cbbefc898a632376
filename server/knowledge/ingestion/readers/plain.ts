import { type Extracted, textBuilder } from '../extracted.ts'

const WRAPPED_LENGTH = 50
const HEADING_LENGTH_MAX = 100
/** Maximum difference in length between a line and its underline. */
const UNDERLINE_SLACK = 2
const MARKED_HEADING = /^(={1,6}|#{1,6})\s+(\S.*)$/
const UNDERLINE = /^(?:={3,}|-{3,}|~{3,}|\^{3,}|\+{3,}|\*{3,}|#{3,}|"{3,}|'{3,})$/
const FENCE = /^(?:-{4,}|\.{4,}|~{4,}|`{3,})$/
const LIST_ITEM = /^\s*(?:[-*•▪◦]|\d{1,3}[.)])\s+/
const SEPARATOR = /^(?:\*{4,}|={4,}|_{4,}|-{4,})$/
const INDENTED = /^(?:\t| {4})/
/** Minimum share of letters and spaces in prose. */
const PROSE_SHARE = 0.88
const WORDS_A_LINE = 4

/** Indented lines may be a quotation. */
const isProse = (lines: string[]) => {
  const text = lines.map((line) => line.trim()).join(' ')
  const plain = text.match(/[\p{L}\s]/gu)?.length ?? 0
  return (
    /[.:;?!)"”]$/.test(text) &&
    plain >= text.length * PROSE_SHARE &&
    text.split(' ').length >= lines.length * WORDS_A_LINE
  )
}

/** Joins lines that were broken to fit a width; in a list, item by item. */
const unwrapped = (lines: string[]) => {
  const isWrapped = lines.length > 1 && lines.slice(0, -1).some((line) => line.length >= WRAPPED_LENGTH)
  return lines.reduce((text, line) => {
    if (text === '') return line.trim()
    return `${text}${isWrapped && !LIST_ITEM.test(line) ? ' ' : '\n'}${line.trim()}`
  }, '')
}

const isUnderlined = (line: string, below: string | undefined) =>
  below !== undefined &&
  UNDERLINE.test(below) &&
  line.trim() !== '' &&
  line.length <= HEADING_LENGTH_MAX &&
  Math.abs(line.length - below.length) <= UNDERLINE_SLACK

/**
 * Plain text: blank lines separate paragraphs. Headings are underlined or marked (AsciiDoc, reStructuredText,
 * Markdown); fenced and indented lines are code.
 */
export const readPlainText = (source: string, name: string): Extracted => {
  const lines = source.split(/\r\n?|\n/).map((line) => line.trimEnd())
  const builder = textBuilder()
  const underlines: string[] = []
  let paragraph: string[] = []

  const flush = () => {
    if (paragraph.length > 0 && paragraph.every((line) => INDENTED.test(line)) && !isProse(paragraph))
      builder.add('code', `\`\`\`\n${paragraph.join('\n')}\n\`\`\``)
    else builder.add(LIST_ITEM.test(paragraph[0] ?? '') ? 'list' : 'text', unwrapped(paragraph))
    paragraph = []
  }
  const depthOf = (underline: string) => {
    const mark = underline[0] as string
    if (!underlines.includes(mark)) underlines.push(mark)
    return underlines.indexOf(mark) + 1
  }

  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    const marked = MARKED_HEADING.exec(line)
    if (line === '') flush()
    else if (paragraph.length === 0 && isUnderlined(line, lines[at + 1])) {
      builder.heading(depthOf(lines[at + 1] as string), line)
      at++
    } else if (paragraph.length === 0 && marked?.[1] && marked[2]) {
      builder.heading(marked[1].length, marked[2])
    } else if (FENCE.test(line)) {
      flush()
      const end = lines.indexOf(line, at + 1)
      if (end < 0) continue
      builder.add('code', `\`\`\`\n${lines.slice(at + 1, end).join('\n')}\n\`\`\``)
      at = end
    } else if (SEPARATOR.test(line)) flush()
    else paragraph.push(line)
  }
  flush()
  return builder.finish('', name)
}
