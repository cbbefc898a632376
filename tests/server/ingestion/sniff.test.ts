import { describe, expect, it } from 'vitest'
import { cleanedFileName } from '../../../server/knowledge/ingestion/clean.ts'
import { sniff } from '../../../server/knowledge/ingestion/sniff.ts'
import { docx, pdf, program, zip } from '../../harness/files.ts'
import { epub, pptx, xlsx } from '../../harness/office-files.ts'
import { picture } from '../../harness/scans.ts'

const judged = (name: string, content: string | Uint8Array) => {
  const bytes = Buffer.from(content)
  return sniff(name, bytes.subarray(0, 65_536), bytes.subarray(-65_536))
}

describe('the type of a file', () => {
  it.each([
    ['notes.txt', 'Some text.', 'txt'],
    ['README', 'No ending at all.', 'txt'],
    ['notes.md', '# Title', 'md'],
    ['rates.csv', 'a,b\n1,2', 'csv'],
    ['rates.TSV', 'a\tb', 'csv'],
    ['rates.json', '[1]', 'json'],
    ['rates.jsonl', '{}\n{}', 'json'],
    ['page.html', '<p>A fragment</p>', 'html'],
    ['page.txt', '<!DOCTYPE html><html><body>x</body></html>', 'html'],
    ['page.md', '\n<html lang="en"><body>x</body></html>', 'html'],
    ['bom.txt', '\ufeff<!doctype html>x', 'html'],
    ['xhtml.txt', '<?xml version="1.0"?>\n<!-- a > b -->\n<!DOCTYPE  html>', 'html'],
    ['xml.txt', '<?xml version="1.0"?>\n<!-- a > b -->\n<HTML lang="en">', 'html'],
    ['other.txt', '<html-like>x', 'txt'],
    ['open.txt', '<!-- never closed <html>', 'txt'],
    ['late.txt', `${' '.repeat(9_000)}<html>`, 'txt'],
    ['latin.txt', Buffer.from([0x4d, 0xfc, 0x6c, 0x6c]), 'txt'],
    ['utf16.txt', Buffer.from('\ufeffhello', 'utf16le'), 'txt'],
    ['unmarked.txt', Buffer.from('Hello, you.\n', 'utf16le'), 'txt'],
  ])('%s is judged by its content', async (name, content, type) => {
    expect(await judged(name, content)).toBe(type)
  })

  it('[S25] of a file full of comments is found in one pass', async () => {
    // Each comment doubled the time that it took: 8 KiB of them would not end.
    for (const unit of ['<!---->', '<!--', '<?xml ?>', '<?xml>', ' \n\t'])
      expect(await judged('a.txt', `${unit.repeat(9_000)}x`)).toBe('txt')
  })

  it('sees a PDF, an Office file and a book whatever their names are', async () => {
    expect(await judged('scan.txt', await pdf([[{ text: 'x' }]]))).toBe('pdf')
    expect(await judged('letter.zip', await docx())).toBe('docx')
    expect(await judged('prices.zip', await xlsx({ A: [['x']] }))).toBe('xlsx')
    expect(await judged('macros.xlsm', await xlsx({ A: [['x']] }))).toBe('xlsx')
    expect(await judged('plan.zip', pptx([{ title: 'x' }]))).toBe('pptx')
    expect(await judged('book.zip', epub('x', []))).toBe('epub')
  })

  it.each(['png', 'jpeg', 'webp', 'tiff'] as const)(
    'sees a %s whose name is that of a picture',
    async (format) => {
      expect(await judged('scan.png', await picture(['x']).toFormat(format).toBuffer())).toBe('image')
    },
  )

  it.each([
    ['[S25] nothing', 'a.txt', '', 'empty_file'],
    ['[S25] a program named .docx', 'report.docx', program(), 'type_mismatch'],
    ['[S25] a program named .pdf', 'report.pdf', program(), 'type_mismatch'],
    ['[S25] a program named .pdf.exe', 'report.pdf.exe', program(), 'unsupported_type'],
    [
      '[S25] a picture named .txt',
      'a.txt',
      Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
      'type_mismatch',
    ],
    ['text named .png', 'a.png', 'x', 'type_mismatch'],
    [
      'a picture of another kind',
      'a.gif',
      Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'),
      'unsupported_type',
    ],
    ['an archive named .png', 'a.png', zip({ 'x.txt': Buffer.from('x') }), 'type_mismatch'],
    ['noise named .txt', 'a.txt', Buffer.from([1, 2, 3, 0, 9, 200, 201, 0]), 'type_mismatch'],
    ['text named .pdf', 'a.pdf', 'not a pdf', 'type_mismatch'],
    ['a zip archive', 'a.zip', zip({ 'x.txt': Buffer.from('x') }), 'unsupported_type'],
    ['a zip archive named .docx', 'a.docx', zip({ 'x.txt': Buffer.from('x') }), 'damaged_file'],
    ['an old Word file', 'a.doc', Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'legacy_office'],
    ['an old workbook', 'a.xls', Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'legacy_office'],
    ['a workbook with a password', 'a.xlsx', Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'legacy_office'],
    ['text named .xlsx', 'a.xlsx', 'a,b', 'type_mismatch'],
    ['a zip archive named .epub', 'a.epub', zip({ 'x.txt': Buffer.from('x') }), 'damaged_file'],
    ['a script', 'a.js', 'alert(1)', 'unsupported_type'],
  ])('refuses %s', async (_what, name, content, code) => {
    await expect(judged(name, content)).rejects.toMatchObject({
      reason: { code, hint: expect.stringMatching(/\.$/) },
    })
  })
})

describe('the name of a file', () => {
  it.each([
    ['[S25] ../../etc/passwd', '../../etc/passwd', 'passwd'],
    ['[S25] a Windows path', 'C:\\temp\\a.pdf', 'a.pdf'],
    ['[S25] line ends', 'a\r\nSet-Cookie: x.pdf', 'a Set-Cookie: x.pdf'],
    ['[S25] a direction override', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['nothing', '', 'Untitled'],
    ['dots', '..', 'Untitled'],
  ])('loses %s', (_what, name, expected) => {
    expect(cleanedFileName(name)).toBe(expected)
  })

  it('[S25] is cut to 200 characters and keeps its ending', () => {
    const name = cleanedFileName(`${'x'.repeat(300)}.pdf`)
    expect(name).toHaveLength(200)
    expect(name).toMatch(/x…\.pdf$/)
  })
})
