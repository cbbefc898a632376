import mammoth from 'mammoth'
import { failure } from '../../../kernel/texts/reasons.ts'
import type { Extracted } from '../extracted.ts'
import { requiredPart } from '../office-parts.ts'
import { attributeOf, isOn, walkXml } from '../xml.ts'
import { openArchive } from '../zip.ts'
import { readHtmlFragment } from './html.ts'

/** Properties of text that is not shown or is struck out, and of a row that is not shown. */
const HIDING = new Set(['vanish', 'strike', 'dstrike', 'hidden'])
/** More levels than Word follows. */
const BASED_ON_MAX = 12

type Marks = Record<string, boolean>
type Style = { basedOn: string; marks: Marks }
/** A paragraph, run or row being written, from this piece on. */
type Frame = { element: string; start: number; marks: Marks }

/** Names of the styles of a frame. */
const STYLES = new Set(['pStyle', 'rStyle'])
const FRAMES = new Set(['p', 'r', 'tr'])
/** Elements that set the marks of the frame around them, not those of a paragraph's end or of an earlier version. */
const PROPERTIES = new Map([
  ['rPr', 'r'],
  ['pPr', 'p'],
  ['trPr', 'tr'],
])

/** Elements that the converter does not know, although it knows their content. */
const TRANSPARENT = new Set(['fldSimple', 'ruby', 'rubyBase'])
/** The signs around and between the parts of a formula. */
const SIGNS: Record<string, [open: string, close: string]> = {
  d: ['(', ')'],
  num: ['(', ')'],
  den: ['/(', ')'],
  rad: ['√(', ')'],
  sup: ['^', ''],
  sub: ['_', ''],
}
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')

const startTag = (written: string, attributes: Record<string, string>) =>
  `<${[written, ...Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`)].join(' ')}>`

const runOf = (text = '') =>
  text === '' ? '' : `<r xmlns="${WORD}"><t xml:space="preserve">${escaped(text)}</t></r>`

/** Writes the parts of a Word file without what is hidden or struck out in them. The styles must come before their uses. */
const createPartWriter = () => {
  const styles = new Map<string, Style>()
  const marksOf = (id: string, depth = 0): Marks => {
    const style = styles.get(id)
    return style && depth < BASED_ON_MAX ? { ...marksOf(style.basedOn, depth + 1), ...style.marks } : {}
  }

  return (part: Uint8Array) => {
    const pieces: string[] = []
    const path: string[] = []
    const frames: Frame[] = []
    let style: Style = { basedOn: '', marks: {} }
    let formulas = 0
    /** Elements that are open within the pronunciation of a word, which is left out. */
    let aside = 0

    const push = (tag: string, markup: string, sign: 0 | 1) => {
      if (aside > 0 || TRANSPARENT.has(tag)) return
      pieces.push(formulas > 0 ? runOf(SIGNS[tag]?.[sign]) : markup)
    }

    const mark = (tag: string, value: string | undefined) => {
      const [outer, properties = ''] = path.slice(-2)
      const isOfStyle = outer === 'style' && properties === 'rPr'
      const marks = isOfStyle
        ? style.marks
        : PROPERTIES.get(properties) === outer
          ? frames.at(-1)?.marks
          : undefined
      if (marks) Object.assign(marks, HIDING.has(tag) ? { [tag]: isOn(value ?? '1') } : marksOf(value ?? ''))
    }

    walkXml(part, {
      open(tag, attributes, written) {
        if (tag === 'style') {
          style = { basedOn: '', marks: {} }
          styles.set(attributeOf(attributes, 'styleId') ?? '', style)
        }
        if (tag === 'basedOn') style.basedOn = attributeOf(attributes, 'val') ?? ''
        if (HIDING.has(tag) || STYLES.has(tag)) mark(tag, attributeOf(attributes, 'val'))
        // A drawing that is hidden is the only content of its run.
        const run = frames.at(-1)
        if (tag === 'docPr' && run && isOn(attributes.hidden)) run.marks.hidden = true
        if (FRAMES.has(tag)) {
          const marks = tag === 'r' ? { ...frames.findLast(({ element }) => element === 'p')?.marks } : {}
          frames.push({ element: tag, start: pieces.length, marks })
        }
        path.push(tag)
        if (tag === 'oMath') formulas++
        if (tag === 'rt' || aside > 0) aside++
        push(tag, startTag(written, attributes), 0)
      },
      close(tag, written) {
        path.pop()
        push(tag, `</${written}>`, 1)
        if (tag === 'oMath') formulas--
        if (aside > 0) aside--
        const frame = FRAMES.has(tag) ? frames.pop() : undefined
        if (frame && tag !== 'p' && Object.values(frame.marks).some(Boolean)) pieces.length = frame.start
      },
      text(text, element) {
        if (formulas === 0 && aside === 0) pieces.push(escaped(text))
        else if (aside === 0 && element === 't') pieces.push(runOf(text))
      },
    })
    return pieces.join('')
  }
}

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
