import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { deflateRawSync, deflateSync } from 'node:zlib'
import {
  HeadingLevel,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  Document as WordDocument,
} from 'docx'
import { PDFDocument, PDFHexString, PDFName, StandardFonts } from 'pdf-lib'
import { ROOT } from '../../server/kernel/package.ts'

type PdfLine = { text: string; size?: number; isCode?: boolean }

/** A PDF with one array of lines per page, set from the top. */
export const pdf = async (pages: PdfLine[][]) => {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const code = await document.embedFont(StandardFonts.Courier)
  for (const lines of pages) {
    const page = document.addPage([600, 800])
    let y = 760
    for (const { text, size = 11, isCode = false } of lines) {
      y -= size * 1.4
      if (text !== '') page.drawText(text, { x: 50, y, size, font: isCode ? code : font })
    }
  }
  return document.save({ useObjectStreams: false })
}

/** A one-page form: a filled field with a label beside it; below, one without a label. */
export const pdfForm = async (label: string, value: string, alone: string) => {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const page = document.addPage([600, 800])
  page.drawText(label, { x: 50, y: 705, size: 11, font })
  for (const [name, text, y] of [
    ['deposit', value, 700],
    ['remark', alone, 500],
  ] as const) {
    const field = document.getForm().createTextField(name)
    field.setText(text)
    field.addToPage(page, { x: 200, y, width: 300, height: 20 })
  }
  return document.save({ useObjectStreams: false })
}

/** A PDF marked as encrypted, with keys that no empty password opens. */
export const encryptedPdf = async () => {
  const document = await PDFDocument.create()
  document.addPage()
  const { context } = document
  const key = PDFHexString.of('ab'.repeat(32))
  context.trailerInfo.Encrypt = context.register(
    context.obj({ Filter: PDFName.of('Standard'), V: 1, R: 2, O: key, U: key, P: -4 }),
  )
  const id = PDFHexString.of('cd'.repeat(16))
  context.trailerInfo.ID = context.obj([id, id])
  return document.save({ useObjectStreams: false })
}

/** A PDF whose page stream decompresses, in two layers, to `megabytes` of blanks. */
export const pdfBomb = (megabytes: number) => {
  const blanks = Buffer.alloc(megabytes * 1024 * 1024, ' ')
  const stream = deflateSync(deflateSync(blanks, { level: 9 }), { level: 9 })
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R >>',
  ].map((body, index) => Buffer.from(`${index + 1} 0 obj\n${body}\nendobj\n`))
  const head = `4 0 obj\n<< /Length ${stream.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n`
  return Buffer.concat([
    Buffer.from('%PDF-1.4\n'),
    ...objects,
    Buffer.from(head),
    stream,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R /Size 5 >>\n%%EOF\n'),
  ])
}

/** A Word file with a heading, a paragraph, a list and a table. */
export const docx = () => {
  const cells = (...texts: string[]) =>
    new TableRow({ children: texts.map((text) => new TableCell({ children: [new Paragraph(text)] })) })
  return Packer.toBuffer(
    new WordDocument({
      sections: [
        {
          children: [
            new Paragraph({ text: 'Travel rules', heading: HeadingLevel.HEADING_1 }),
            new Paragraph({ text: 'Trains', heading: HeadingLevel.HEADING_2 }),
            new Paragraph({
              children: [
                new TextRun('Take the '),
                new TextRun({ text: 'train', bold: true }),
                new TextRun(' below 600 km.'),
              ],
            }),
            new Paragraph({ text: 'Book early', bullet: { level: 0 } }),
            new Paragraph({ text: 'Keep the receipt', bullet: { level: 0 } }),
            new Paragraph({ text: 'Meals', heading: HeadingLevel.HEADING_2 }),
            new Table({
              rows: [cells('Meal', 'Limit'), cells('Lunch', '15 euros'), cells('Dinner', '30 euros')],
            }),
          ],
        },
      ],
    }),
  )
}

/** A zip archive of the given entries, written by hand so that its headers can lie. */
export const zip = (entries: Record<string, Buffer>, claimedSize?: number) => {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(entries)) {
    const packed = deflateRawSync(content, { level: 9 })
    const size = claimedSize ?? content.length
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(size, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, Buffer.from(name)]),
    )
    locals.push(local)
    offset += local.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...directory, end])
}

/** The first bytes of a Windows program. */
export const program = () =>
  Buffer.concat([Buffer.from('MZ\x90\x00\x03\x00\x00\x00', 'latin1'), Buffer.alloc(512)])

/** A document of the demo, ready to upload. */
export const demoFile = async (name: string) => ({
  name,
  content: await readFile(path.join(ROOT, 'server/operator/demo/documents', name)),
})
