import { type Extracted, NO_PROGRESS, type TextBuilder, textBuilder } from '../extracted.ts'
import { gridOf, type MergedCell, spanOf } from '../grid.ts'
import { raised } from '../nodes.ts'
import { relationIdOf, relationsOf, requiredPart } from '../office-parts.ts'
import { addRows } from '../tables.ts'
import { isOn, walkXml } from '../xml.ts'
import { type Archive, openArchive } from '../zip.ts'

/** A box of a slide: its paragraphs, or the rows of its table. */
type Shape = { role: string; paragraphs: string[]; rows: MergedCell[][] }

const TITLES = new Set(['title', 'ctrTitle'])

const NOT_STRUCK = 'noStrike'
/** Elements that can be hidden, with what they contain. */
const HIDEABLE = new Set(['sp', 'graphicFrame', 'grpSp', 'pic', 'cxnSp'])

/** Shown shapes of a slide or its notes, in file order; null for a hidden slide. */
const shapesOf = (slide: Buffer): Shape[] | null => {
  const shapes: Shape[] = []
  let shape: Shape = { role: '', paragraphs: [], rows: [] }
  let paragraph = ''
  let isRaised = false
  let isStruck = false
  let cell: (Omit<MergedCell, 'text'> & { paragraphs: string[] }) | null = null
  let isShown = true
  /** Whether each open element is hidden. */
  const isHidden: boolean[] = []
  walkXml(slide, {
    open(tag, attributes) {
      if (tag === 'sld') isShown = isOn(attributes.show ?? '1')
      if (HIDEABLE.has(tag)) isHidden.push(isHidden.at(-1) ?? false)
      if (tag === 'cNvPr' && isOn(attributes.hidden)) isHidden[isHidden.length - 1] = true
      if (tag === 'sp' || tag === 'graphicFrame') shape = { role: '', paragraphs: [], rows: [] }
      if (tag === 'ph') shape.role = attributes.type ?? 'body'
      if (tag === 'tr') shape.rows.push([])
      // The other places of a merged cell are empty cells.
      if (tag === 'tc' && !isOn(attributes.vMerge) && !isOn(attributes.hMerge))
        cell = { paragraphs: [], rows: spanOf(attributes.rowSpan), columns: spanOf(attributes.gridSpan) }
      if (tag === 'p') paragraph = ''
      if (tag === 'r' || tag === 'fld') isRaised = isStruck = false
      if (tag === 'rPr') {
        isRaised = Number(attributes.baseline ?? 0) > 0
        isStruck = (attributes.strike ?? NOT_STRUCK) !== NOT_STRUCK
      }
      if (tag === 'br') paragraph += '\n'
    },
    close(tag) {
      if (tag === 'p' && paragraph.trim() !== '') (cell ?? shape).paragraphs.push(paragraph.trim())
      if (tag === 'tc' && cell) {
        const { paragraphs, ...spans } = cell
        const text = paragraphs.join(' ').replace(/\s+/g, ' ').replaceAll('|', ' ')
        shape.rows.at(-1)?.push({ text, ...spans })
        cell = null
      }
      const wasHidden = HIDEABLE.has(tag) && isHidden.pop()
      if (!wasHidden && (tag === 'sp' || tag === 'graphicFrame')) shapes.push(shape)
    },
    text(part, element) {
      if (element === 't' && !isStruck) paragraph += isRaised ? raised(part) : part
    },
  })
  return isShown ? shapes : null
}

const PRESENTATION = 'ppt/presentation.xml'
/** Numbers, dates and running feet. */
const FURNITURE = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg'])

/** Slides in presentation order, which their names do not reveal. */
const slidesOf = (archive: Archive) => {
  const relations = relationsOf(archive, PRESENTATION)
  const slides: string[] = []
  walkXml(requiredPart(archive, PRESENTATION), {
    open(tag, attributes) {
      const target = relations.find(({ id }) => tag === 'sldId' && id === relationIdOf(attributes))?.target
      if (target !== undefined) slides.push(target)
    },
  })
  return slides
}

const notesOf = (archive: Archive, slide: string) => {
  const notes = relationsOf(archive, slide).find(({ type }) => type === 'notesSlide')
  const bytes = notes && archive.read(notes.target)
  const body = bytes && shapesOf(bytes)?.find(({ role }) => role === 'body')
  return body?.paragraphs ?? []
}

const addShape = (builder: TextBuilder, { paragraphs, rows }: Shape, page: number) => {
  if (rows.length > 0) addRows(builder, gridOf(rows), page)
  else if (paragraphs.length > 1)
    builder.add('list', paragraphs.map((text) => `- ${text.replaceAll('\n', '\n  ')}`).join('\n'), page)
  else builder.add('text', paragraphs.join('\n'), page)
}

/** Reads a presentation slide by slide: title, text and tables, then notes; the page is the slide's number. */
export const readPptx = (bytes: Buffer, name: string, { page: onPage } = NO_PROGRESS): Extracted => {
  const archive = openArchive(bytes)
  const slides = slidesOf(archive)
  const builder = textBuilder()
  slides.forEach((slide, index) => {
    const page = index + 1
    const shapes = shapesOf(requiredPart(archive, slide))
    if (!shapes) return
    const title = shapes.find(({ role }) => TITLES.has(role))
    builder.heading(1, title?.paragraphs.join(' ') || `Slide ${page}`, page)
    for (const shape of shapes)
      if (shape !== title && !FURNITURE.has(shape.role)) addShape(builder, shape, page)
    const notes = notesOf(archive, slide)
    if (notes.length > 0) {
      builder.heading(2, 'Notes', page)
      builder.add('text', notes.join('\n'), page)
    }
    onPage(page, slides.length)
  })
  return builder.finish('', name)
}
