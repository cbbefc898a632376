import { crc32, deflateSync } from 'node:zlib'
import type { DocumentType } from '../../src/services/contract/documents.ts'
import { docx, pdf, pdfBomb } from './files.ts'
import { epub, pptx, xlsx, xlsxOf } from './office-files.ts'
import { picture } from './scans.ts'
import { zipOf } from './zip.ts'

/** Numbers from 0 to 1 that repeat for the same seed (mulberry32). */
const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const MARKDOWN = `---\ntitle: Rules\n---\n# Travel\n\nTake the *train* [1](http://a.example "t").\n\n> quoted\n\n- one\n  - two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\`\`\`js\ncode()\n\`\`\`\n\n<script>x</script> text[^1]\n\n[^1]: note\n`
const HTML = `<!DOCTYPE html><html lang="en"><head><title>Rules</title><style>p{}</style></head><body><nav>menu</nav><main><h1>Travel</h1><p>Take the <b>train</b> &amp; go.</p><ul><li>one<li>two</ul><table><tr><th>a</th><th>b</th></tr><tr><td>1<td>2</table><pre><code>x</code></pre><!-- c --><script>x</script></main></body></html>`
const CSV = 'name;price;"note, long"\n"Boots ""brown""";120,50;"two\nlines"\nLaces;4;\n'
const PLAIN =
  'The first paragraph goes on for some words.\nAnd a second line.\n\nAnother — “quoted” — one.\r\n\r\n1. item\n'

/** A valid file of each kind, from which the others are derived. */
export const soundFiles = async (): Promise<Record<DocumentType, Buffer>> => ({
  pdf: Buffer.from(
    await pdf([[{ text: 'Soles', size: 20 }, { text: 'They are thick.' }], [{ text: 'Two' }]]),
  ),
  docx: Buffer.from(await docx()),
  xlsx: await xlsx({
    Prices: [
      ['Item', 'Price'],
      ['Boots', 120.5],
    ],
    Days: [['Closed', new Date(0)]],
  }),
  pptx: pptx([{ title: 'Soles', body: ['Thick', 'Warm'], notes: ['Say more'] }, { table: [['a', 'b']] }]),
  epub: epub('Boots', [{ file: 'one.xhtml', html: '<h1>One</h1><p>They are thick.', name: 'One' }]),
  html: Buffer.from(HTML),
  md: Buffer.from(MARKDOWN),
  csv: Buffer.from(CSV),
  txt: Buffer.from(PLAIN),
  image: await picture(['Soles are thick.'], { width: 500 }).png().toBuffer(),
  json: Buffer.from(JSON.stringify({ name: 'Boots', sizes: [40, 41], tests: [{ by: 'Ann', notes: null }] })),
})

const TOKENS = [
  '<',
  '>',
  '"',
  '\0',
  '\xff\xfe',
  '<!--',
  ']]>',
  '<<',
  '0 R',
  'endobj',
  '/Kids',
  '9999999999',
  '-1',
  '|',
  '\n',
  '[',
  '`',
  'PK\x01\x02',
  '\u202e',
  '&lol;',
  '{',
  '(',
]

/** The file with one to eight changes: bytes, ranges, repetitions, tokens of the formats, truncation. */
export const mutated = (file: Buffer, seed: number) => {
  const random = randomOf(seed)
  const upTo = (max: number) => Math.floor(random() * max)
  let bytes = Buffer.from(file)
  for (let changes = 1 + upTo(8); changes > 0; changes--) {
    const at = upTo(bytes.length)
    const length = upTo(Math.min(200, bytes.length - at))
    const before = bytes.subarray(0, at)
    const range = bytes.subarray(at, at + length)
    const after = bytes.subarray(at + length)
    const token = Buffer.from(TOKENS[upTo(TOKENS.length)] ?? '', 'latin1')
    const kinds = [
      () => Buffer.concat([before, Buffer.from([upTo(256)]), bytes.subarray(at + 1)]),
      () => Buffer.concat([before, after]),
      () => Buffer.concat([before, ...Array(1 + upTo(50)).fill(range), after]),
      () => Buffer.concat([before, ...Array(1 + upTo(300)).fill(token), bytes.subarray(at)]),
      () => Buffer.concat([before, after, range]),
      () => (random() < 0.2 ? before : bytes),
    ]
    bytes = kinds[upTo(kinds.length)]?.() ?? bytes
  }
  return bytes
}

const withDocument = (xml: string, count?: number) =>
  zipOf(
    [
      { name: '[Content_Types].xml', content: Buffer.from('<Types/>') },
      { name: 'word/document.xml', content: Buffer.from(xml) },
    ],
    count === undefined ? {} : { count },
  )

const entities = [
  '<!DOCTYPE x [<!ENTITY a0 "lollollol">',
  ...Array.from({ length: 20 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`),
  '<!ENTITY file SYSTEM "file:///etc/hostname">]>',
].join('')

const pdfOf = (pages: string) =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n${pages}\nendobj\ntrailer\n<< /Root 1 0 R /Size 3 >>\n%%EOF\n`,
  )

const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/** A picture header that claims a size, without any pixels. */
const pngOf = (width: number, height: number) => {
  const size = Buffer.alloc(17)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 2], 8)
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data.subarray(0, type === 'IHDR' ? 13 : undefined)])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(body.length - 4, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const rows = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([signature, chunk('IHDR', size), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** Files that are small, but large or endless once they are read. */
export const bombs = (): { name: string; type: DocumentType; content: Buffer }[] => [
  {
    name: 'claims one entry.docx',
    type: 'docx',
    content: withDocument(`<w:document>${'<w:p/>'.repeat(30_000_000)}</w:document>`, 1),
  },
  {
    name: 'entities.docx',
    type: 'docx',
    content: withDocument(`${entities}<w:document>&a20;&file;</w:document>`),
  },
  { name: 'deep.docx', type: 'docx', content: withDocument('<w:p>'.repeat(1_000_000)) },
  {
    name: 'claims one sheet.xlsx',
    type: 'xlsx',
    content: xlsxOf('<row><c><v>1</v></c></row>'.repeat(5_000_000)),
  },
  {
    name: 'entities.xlsx',
    type: 'xlsx',
    content: xlsxOf('', { shared: `${entities}<sst><si><t>&a20;&file;</t></si></sst>` }),
  },
  {
    name: 'one text a million times.xlsx',
    type: 'xlsx',
    content: xlsxOf('<row><c t="s"><v>0</v></c></row>'.repeat(500_000), {
      shared: `<sst><si><t>${'long '.repeat(200_000)}</t></si></sst>`,
    }),
  },
  {
    name: 'last cell.xlsx',
    type: 'xlsx',
    content: xlsxOf('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
  },
  {
    name: 'last column of every row.xlsx',
    type: 'xlsx',
    content: xlsxOf('<row><c r="XFD1"><v>1</v></c></row>'.repeat(500_000)),
  },
  {
    name: 'diagonal.xlsx',
    type: 'xlsx',
    content: xlsxOf(
      Array.from({ length: 15_000 }, (_, n) => `<row>${`<c r="${columnName(n)}1"><v>1</v></c>`}</row>`).join(
        '',
      ),
    ),
  },
  { name: 'deep.xlsx', type: 'xlsx', content: xlsxOf('<row>'.repeat(1_000_000)) },
  { name: 'large.pptx', type: 'pptx', content: pptx([{ title: 'a'.repeat(40_000_000) }]) },
  { name: 'entities.pptx', type: 'pptx', content: pptx([{ title: '&a20;' }]) },
  { name: 'many.pptx', type: 'pptx', content: pptx(Array.from({ length: 6_000 }, () => ({ title: 'a' }))) },
  {
    name: 'deep.epub',
    type: 'epub',
    content: epub('a', [{ file: 'a.xhtml', html: '<div>'.repeat(200_000) }]),
  },
  {
    name: 'large.epub',
    type: 'epub',
    content: epub('a', [{ file: 'a.xhtml', html: '<p>a'.repeat(9_000_000) }]),
  },
  {
    name: 'deep.json',
    type: 'json',
    content: Buffer.from(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`),
  },
  { name: 'deep objects.json', type: 'json', content: Buffer.from('{"a":'.repeat(1_000_000)) },
  {
    name: 'many records.json',
    type: 'json',
    content: Buffer.from(`[${'{"a":1},'.repeat(2_000_000)}{}]`),
  },
  { name: 'a hundred megapixels.png', type: 'image', content: pngOf(10_000, 10_000) },
  { name: 'one line.png', type: 'image', content: pngOf(2_000_000_000, 1) },
  { name: 'as large as may be.png', type: 'image', content: pngOf(7_000, 7_000) },
  { name: 'unpacks twice.pdf', type: 'pdf', content: pdfBomb(100) },
  { name: 'pages in a ring.pdf', type: 'pdf', content: pdfOf('<< /Type /Pages /Kids [2 0 R] /Count 3 >>') },
  { name: 'a million pages.pdf', type: 'pdf', content: pdfOf('<< /Type /Pages /Kids [] /Count 1000000 >>') },
  { name: 'deep.pdf', type: 'pdf', content: pdfOf('['.repeat(500_000)) },
  { name: 'deep.html', type: 'html', content: Buffer.from(`<html><body>${'<div>'.repeat(200_000)}x`) },
  { name: 'entities.html', type: 'html', content: Buffer.from(`${entities}<html><body>&a20;</body></html>`) },
  { name: 'deep.md', type: 'md', content: Buffer.from(`${'>'.repeat(50_000)} x`) },
  { name: 'brackets.md', type: 'md', content: Buffer.from('['.repeat(100_000)) },
  { name: 'scripts.md', type: 'md', content: Buffer.from('<script '.repeat(400_000)) },
  { name: 'comments.txt', type: 'txt', content: Buffer.from(`${'<!---->'.repeat(100_000)}x`) },
  { name: 'blanks.txt', type: 'txt', content: Buffer.from(`a${' \t'.repeat(2_000_000)}\n`) },
  {
    name: 'headers.csv',
    type: 'csv',
    content: Buffer.from(`${'h'.repeat(20_000)},b\n${'1,2\n'.repeat(400_000)}`),
  },
  { name: 'quotes.csv', type: 'csv', content: Buffer.from(`"${'""'.repeat(1_000_000)}`) },
]
