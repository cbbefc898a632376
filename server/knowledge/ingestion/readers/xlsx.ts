import { type Extracted, textBuilder } from '../extracted.ts'
import { relationIdOf, relationsOf, requiredPart } from '../office-parts.ts'
import { addSheet } from '../records.ts'
import { walkXml } from '../xml.ts'
import { type Archive, openArchive } from '../zip.ts'
import { type Cell, cellFormats, cellText } from './xlsx-cells.ts'

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
      if (tag === 'workbookPr') startsIn1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
    },
  })
  return { sheets: sheets.filter(({ isHidden }) => !isHidden), startsIn1904 }
}

/** Texts shared by cells; phonetic hints are left out. */
const sharedTextsOf = (bytes: Buffer | null) => {
  const texts: string[] = []
  if (!bytes) return texts
  let text = ''
  let isPhonetic = false
  walkXml(bytes, {
    open(tag) {
      if (tag === 'si') text = ''
      if (tag === 'rPh') isPhonetic = true
    },
    close(tag) {
      if (tag === 'si') texts.push(text)
      if (tag === 'rPh') isPhonetic = false
    },
    text(part, element) {
      if (element === 't' && !isPhonetic) text += part
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

/** A row's texts, by column: one far to the right costs no more than the first. */
type Row = Map<number, string>

/** Rows with content, and an empty one for each gap; a formula counts with its saved result. */
const rowsOf = (bytes: Buffer, textOf: (cell: Cell) => string) => {
  const rows: Row[] = []
  let row: Row = new Map()
  let number = 0
  let lastNumber = 0
  let column = -1
  let cell: Cell = { type: 'n', style: 0, value: '' }
  let isPhonetic = false
  walkXml(bytes, {
    open(tag, attributes) {
      if (tag === 'row') {
        row = new Map()
        number = attributes.r ? Number(attributes.r) : number + 1
        column = -1
      } else if (tag === 'c') {
        column = attributes.r ? columnOf(attributes.r) : column + 1
        cell = { type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: '' }
      }
      if (tag === 'rPh') isPhonetic = true
    },
    close(tag) {
      if (tag === 'rPh') isPhonetic = false
      if (tag === 'row' && row.size > 0) {
        if (rows.length > 0 && number > lastNumber + 1) rows.push(new Map())
        rows.push(row)
        lastNumber = number
      }
      if (tag !== 'c') return
      const text = textOf(cell).trim()
      if (text !== '') row.set(column, text)
    },
    text(part, element) {
      if (element === 'v' || (element === 't' && !isPhonetic)) cell.value += part
    },
  })
  return rows
}

/** The cells of each row up to its last one, without unused columns. */
const cellsOf = (rows: Row[]) => {
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))].sort((a, b) => a - b)
  return rows.map((row) => {
    const last = Math.max(...row.keys())
    return columns.filter((column) => column <= last).map((column) => row.get(column) ?? '')
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
