import { walkXml } from '../xml.ts'

/** A box of a slide: its paragraphs, or the rows of its table. */
export type Shape = { role: string; paragraphs: string[]; rows: string[][] }

const TITLES = new Set(['title', 'ctrTitle'])

export const isTitle = ({ role }: Shape) => TITLES.has(role)

/** Shapes of a slide or its notes, in file order; null for a hidden slide. */
export const shapesOf = (slide: Buffer): Shape[] | null => {
  const shapes: Shape[] = []
  let shape: Shape = { role: '', paragraphs: [], rows: [] }
  let paragraph = ''
  let cell: string[] | null = null
  let isText = false
  let isShown = true
  walkXml(slide, {
    open(tag, attributes) {
      if (tag === 'sld') isShown = !['0', 'false'].includes(attributes.show ?? '')
      if (tag === 'sp' || tag === 'graphicFrame') shape = { role: '', paragraphs: [], rows: [] }
      if (tag === 'ph') shape.role = attributes.type ?? 'body'
      if (tag === 'tr') shape.rows.push([])
      if (tag === 'tc') cell = []
      if (tag === 'p') paragraph = ''
      if (tag === 'br') paragraph += '\n'
      isText = tag === 't'
    },
    close(tag) {
      isText = false
      if (tag === 'p' && paragraph.trim() !== '') (cell ?? shape.paragraphs).push(paragraph.trim())
      if (tag === 'tc' && cell) {
        shape.rows.at(-1)?.push(cell.join(' ').replace(/\s+/g, ' ').replaceAll('|', ' '))
        cell = null
      }
      if (tag === 'sp' || tag === 'graphicFrame') shapes.push(shape)
    },
    text(part) {
      if (isText) paragraph += part
    },
  })
  return isShown ? shapes : null
}
