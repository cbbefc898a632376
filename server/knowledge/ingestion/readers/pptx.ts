import { titleFromName } from '../clean.ts'
import { type Extracted, type TextBuilder, textBuilder } from '../extracted.ts'
import { relationIdOf, relationsOf, requiredPart } from '../office-parts.ts'
import { NO_PROGRESS } from '../progress.ts'
import { tableText } from '../tables.ts'
import { walkXml } from '../xml.ts'
import { type Archive, openArchive } from '../zip.ts'
import { isTitle, type Shape, shapesOf } from './pptx-slide.ts'

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
  const target = relationsOf(archive, slide).find(({ type }) => type === 'notesSlide')?.target
  const bytes = target === undefined ? null : archive.read(target)
  const body = bytes && shapesOf(bytes)?.find(({ role }) => role === 'body')
  return body?.paragraphs ?? []
}

const addShape = (builder: TextBuilder, { paragraphs, rows }: Shape, page: number) => {
  if (rows.length > 0) builder.add('table', tableText(rows), page)
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
    const title = shapes.find(isTitle)
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
  return builder.finish('', titleFromName(name))
}
