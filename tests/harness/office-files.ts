import writeExcelFile from 'write-excel-file/node'
import { type ZipEntry, zipOf } from './zip.ts'

type Value = string | number | boolean | Date | null | { value: number; format: string }

const cellOf = (value: Value) => {
  if (value === null) return null
  if (value instanceof Date) return { value, format: 'dd.mm.yyyy' }
  return typeof value === 'object' ? value : { value }
}

/** A workbook as a program writes it: name and rows of each sheet. */
export const xlsx = (sheets: Record<string, Value[][]>): Promise<Buffer> =>
  writeExcelFile(
    Object.entries(sheets).map(([sheet, rows]) => ({ sheet, data: rows.map((row) => row.map(cellOf)) })),
  ).toBuffer()

const entry = (name: string, content: string): ZipEntry => ({ name, content: Buffer.from(content) })
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const relationships = (targets: { id: string; type: string; target: string }[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(
      ({ id, type, target }) =>
        `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

/** A workbook of one sheet whose parts are written by hand. */
export const xlsxOf = (
  rows: string,
  {
    styles,
    shared,
    workbook = '',
    columns = '',
    merged = '',
    sheets = '<sheet name="One" sheetId="1" r:id="rId1"/>',
  }: {
    styles?: string
    shared?: string
    workbook?: string
    columns?: string
    merged?: string
    sheets?: string
  } = {},
) =>
  zipOf([
    entry('[Content_Types].xml', '<Types/>'),
    entry(
      'xl/workbook.xml',
      `<workbook xmlns:r="${RELATIONSHIPS}">${workbook}<sheets>${sheets}</sheets></workbook>`,
    ),
    entry(
      'xl/_rels/workbook.xml.rels',
      relationships([
        { id: 'rId1', type: 'worksheet', target: '/xl/worksheets/sheet1.xml' },
        { id: 'rId2', type: 'styles', target: 'styles.xml' },
        { id: 'rId3', type: 'sharedStrings', target: 'sharedStrings.xml' },
        { id: 'rId4', type: 'chartsheet', target: 'chartsheets/sheet1.xml' },
      ]),
    ),
    entry(
      'xl/worksheets/sheet1.xml',
      `<worksheet>${columns}<sheetData>${rows}</sheetData>${merged}</worksheet>`,
    ),
    ...(styles ? [entry('xl/styles.xml', styles)] : []),
    ...(shared ? [entry('xl/sharedStrings.xml', shared)] : []),
  ])

const WORD = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"`

/** A Word file whose body and styles are written by hand. */
export const docxOf = (body: string, styles = '') =>
  zipOf([
    entry('[Content_Types].xml', '<Types/>'),
    entry(
      'word/_rels/document.xml.rels',
      relationships([{ id: 'rId1', type: 'styles', target: 'styles.xml' }]),
    ),
    entry('word/styles.xml', `<w:styles ${WORD}>${styles}</w:styles>`),
    entry('word/document.xml', `<w:document ${WORD}><w:body>${body}</w:body></w:document>`),
  ])

/** A run of a Word file, with properties. */
export const wordRun = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`

const shape = (role: string, paragraphs: string[]) =>
  `<p:sp><p:nvSpPr><p:nvPr>${role === '' ? '' : `<p:ph type="${role}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs
    .map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`)
    .join('')}</p:txBody></p:sp>`

const table = (rows: string[][]) =>
  `<p:graphicFrame><a:graphic><a:graphicData><a:tbl>${rows
    .map(
      (row) =>
        `<a:tr>${row
          .map((cell) => `<a:tc><a:txBody><a:p><a:r><a:t>${cell}</a:t></a:r></a:p></a:txBody></a:tc>`)
          .join('')}</a:tr>`,
    )
    .join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`

export type Slide = {
  title?: string
  body?: string[]
  table?: string[][]
  /** Further shapes, written by hand. */
  shapes?: string[]
  notes?: string[]
  foot?: string
  isHidden?: boolean
}

const PRESENTATION = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${RELATIONSHIPS}"`

/** A presentation; the archive stores its slides in reverse order. */
export const pptx = (slides: Slide[]) => {
  const fileOf = (index: number) => `slides/slide${slides.length - index}.xml`
  const parts = slides.flatMap(({ title, body, table: rows, shapes = [], notes, foot, isHidden }, index) => {
    const tree = [
      foot ? shape('ftr', [foot]) : '',
      title ? shape('title', [title]) : '',
      body ? shape('body', body) : '',
      rows ? table(rows) : '',
      ...shapes,
    ].join('')
    const file = fileOf(index)
    return [
      entry(
        `ppt/${file}`,
        `<p:sld ${PRESENTATION}${isHidden ? ' show="0"' : ''}><p:cSld><p:spTree>${tree}</p:spTree></p:cSld></p:sld>`,
      ),
      ...(notes
        ? [
            entry(
              `ppt/slides/_rels/slide${slides.length - index}.xml.rels`,
              relationships([{ id: 'rId1', type: 'notesSlide', target: `../notesSlides/notes${index}.xml` }]),
            ),
            entry(
              `ppt/notesSlides/notes${index}.xml`,
              `<p:notes ${PRESENTATION}><p:cSld><p:spTree>${shape('sldNum', ['7'])}${shape('body', notes)}</p:spTree></p:cSld></p:notes>`,
            ),
          ]
        : []),
    ]
  })
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`).join('')
  return zipOf([
    entry('[Content_Types].xml', '<Types/>'),
    ...parts.reverse(),
    entry(
      'ppt/presentation.xml',
      `<p:presentation ${PRESENTATION}><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
    ),
    entry(
      'ppt/_rels/presentation.xml.rels',
      relationships(
        slides.map((_, index) => ({ id: `rId${index + 1}`, type: 'slide', target: fileOf(index) })),
      ),
    ),
  ])
}

export type Chapter = { file: string; html: string; name?: string }

/** A book of the given chapters, with a table of contents. */
export const epub = (title: string, chapters: Chapter[], { encrypted = '' } = {}) => {
  const items = chapters
    .map(
      ({ file }, index) =>
        `<item id="c${index}" href="${encodeURI(file)}" media-type="application/xhtml+xml"/>`,
    )
    .join('')
  const links = chapters
    .map(({ file, name }) => (name ? `<li><a href="${encodeURI(file)}#start">${name}</a></li>` : ''))
    .join('')
  return zipOf([
    { ...entry('mimetype', 'application/epub+zip'), stored: true },
    entry(
      'META-INF/container.xml',
      '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    ),
    ...(encrypted
      ? [
          entry(
            'META-INF/encryption.xml',
            `<encryption xmlns:enc="x"><enc:CipherReference URI="${encrypted}"/></encryption>`,
          ),
        ]
      : []),
    entry(
      'OEBPS/book.opf',
      `<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>${title}</dc:title></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>${items}</manifest><spine><itemref idref="nav"/>${chapters.map((_, index) => `<itemref idref="c${index}"/>`).join('')}</spine></package>`,
    ),
    entry('OEBPS/nav.xhtml', `<html><body><nav><ol>${links}</ol></nav></body></html>`),
    ...chapters
      .map(({ file, html }) => entry(`OEBPS/${file}`, `<html><body>${html}</body></html>`))
      .reverse(),
  ])
}
