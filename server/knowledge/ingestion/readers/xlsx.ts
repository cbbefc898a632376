import { type Extracted, textBuilder } from '../extracted.ts'
import { createRepetition } from '../grid.ts'
import { relationIdOf, relationsOf, requiredPart } from '../office-parts.ts'
import { addSheet } from '../records.ts'
import { isOn, walkXml } from '../xml.ts'
import { type Archive, openArchive } from '../zip.ts'
import { type Cell, cellFormats, cellText, createRuns } from './xlsx-cells.ts'

const WORKBOOK = 'xl/workbook.xml'

type Sheet = { name: string; id: string; isHidden: boolean }

const workbookOf = (archive: Archive) => {
  const sheets: Sheet[] = []
  let startsIn1904 = false
  walkXml(requiredPart(archive, WORKBOOK), {
    open(tag, attributes) {
      if (tag === 'sheet')
        sheets.push({
          name: attributes.name ?? '',
          id: relationIdOf(attributes),
          isHidden: (attributes.state ?? 'visible') !== 'visible',
        })
      if (tag === 'workbookPr') startsIn1904 = isOn(attributes.date1904)
    },
  })
  return { sheets: sheets.filter(({ isHidden }) => !isHidden), startsIn1904 }
}

/** Texts shared by cells. */
const sharedTextsOf = (bytes: Buffer | null) => {
  const texts: string[] = []
  if (!bytes) return texts
  let text = ''
  const runs = createRuns()
  walkXml(bytes, {
    open(tag, attributes) {
      if (tag === 'si') text = ''
      runs.open(tag, attributes)
    },
    close(tag) {
      if (tag === 'si') texts.push(text)
      runs.close(tag)
    },
    text(part, element) {
      if (element === 't') text += runs.shown(part)
    },
  })
  return texts
}

/** `C7` → 2 */
const columnOf = (reference: string) => {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** A row's number, and its texts by column: one far to the right costs no more than the first. */
type Row = { number: number; texts: Map<number, string> }
/** The first column of merged cells, and their rows. */
type Merge = { column: number; first: number; last: number }

/** `A2:B3` */
const mergeOf = (reference: string): Merge => {
  const [first = 0, last = 0] = (reference.match(/\d+/g) ?? []).map(Number)
  return { column: columnOf(reference), first, last }
}

/** Repeats the text of merged cells in the rows below, in their first column: a title across is one text. */
const repeatMerged = (rows: Row[], merges: Merge[]) => {
  if (merges.length === 0) return
  const mayRepeat = createRepetition(rows.flatMap(({ texts }) => [...texts.values()]))
  const starting = Map.groupBy(merges, ({ first }) => first)
  const open = new Map<number, { last: number; text: string }>()
  for (const { number, texts } of rows) {
    for (const [column, { last, text }] of open) {
      if (last < number) open.delete(column)
      else if (!texts.has(column)) {
        if (!mayRepeat(text)) return
        texts.set(column, text)
      }
    }
    for (const { column, last } of starting.get(number) ?? []) {
      const text = texts.get(column)
      if (text !== undefined) open.set(column, { last, text })
    }
  }
}

/** The last column of a sheet is XFD. */
const COLUMNS_MAX = 16_384

/** Rows with content in columns that are shown; a formula counts with its saved result. */
const rowsOf = (bytes: Buffer, textOf: (cell: Cell) => string) => {
  const rows: Row[] = []
  const merges: Merge[] = []
  let row: Row = { number: 0, texts: new Map() }
  const isHidden = new Uint8Array(COLUMNS_MAX)
  let column = -1
  let cell: Cell = { type: 'n', style: 0, value: '' }
  const runs = createRuns()
  walkXml(bytes, {
    open(tag, attributes) {
      runs.open(tag, attributes)
      if (tag === 'row') {
        row = { number: Number(attributes.r ?? row.number + 1), texts: new Map() }
        column = -1
      } else if (tag === 'c') {
        column = attributes.r ? columnOf(attributes.r) : column + 1
        cell = { type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: '' }
      }
      if (tag === 'col' && isOn(attributes.hidden))
        isHidden.fill(1, Number(attributes.min) - 1, Number(attributes.max))
      if (tag === 'mergeCell') merges.push(mergeOf(attributes.ref ?? ''))
    },
    close(tag) {
      runs.close(tag)
      if (tag === 'row' && row.texts.size > 0) rows.push(row)
      if (tag !== 'c' || isHidden[column]) return
      const text = textOf(cell).trim()
      if (text !== '') row.texts.set(column, text)
    },
    text(part, element) {
      if (element === 'v') cell.value += part
      if (element === 't') cell.value += runs.shown(part)
    },
  })
  repeatMerged(rows, merges)
  return rows
}

/** The cells of each row up to its last one, without unused columns; one or two empty rows for each gap. */
const cellsOf = (rows: Row[]) => {
  const columns = [...new Set(rows.flatMap(({ texts }) => [...texts.keys()]))].sort((a, b) => a - b)
  return rows.flatMap(({ number, texts }, at) => {
    const last = Math.max(...texts.keys())
    const cells = columns.filter((column) => column <= last).map((column) => texts.get(column) ?? '')
    const emptyRows = at > 0 ? number - rows[at - 1]!.number - 1 : 0
    return [...[[], []].slice(0, Math.max(0, emptyRows)), cells]
  })
}

/** Reads a workbook by sheet. Hidden sheets are left out. */
export const readXlsx = (bytes: Buffer, name: string): Extracted => {
  const archive = openArchive(bytes)
  const { sheets, startsIn1904 } = workbookOf(archive)
  const relations = relationsOf(archive, WORKBOOK)
  const partOf = (type: string) => {
    const part = relations.find((relation) => relation.type === type)
    return part ? archive.read(part.target) : null
  }
  const texts = sharedTextsOf(partOf('sharedStrings'))
  const formats = cellFormats(partOf('styles'))
  const builder = textBuilder()
  for (const sheet of sheets) {
    // A sheet may contain only a chart.
    const part = relations.find(({ id, type }) => id === sheet.id && type === 'worksheet')
    const content = part && archive.read(part.target)
    if (!content) continue
    const rows = cellsOf(rowsOf(content, (cell) => cellText(cell, { texts, formats, startsIn1904 })))
    if (rows.length === 0) continue
    if (sheets.length > 1) builder.heading(1, sheet.name)
    addSheet(builder, rows)
  }
  return builder.finish('', name)
}
