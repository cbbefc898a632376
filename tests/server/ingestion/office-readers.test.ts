import { describe, expect, it } from 'vitest'
import type { Extracted } from '../../../server/knowledge/ingestion/extracted.ts'
import { NO_PROGRESS } from '../../../server/knowledge/ingestion/extracted.ts'
import { readEpub } from '../../../server/knowledge/ingestion/readers/epub.ts'
import { readJson } from '../../../server/knowledge/ingestion/readers/json.ts'
import { readPptx } from '../../../server/knowledge/ingestion/readers/pptx.ts'
import { readXlsx } from '../../../server/knowledge/ingestion/readers/xlsx.ts'
import { epub, pptx, xlsx, xlsxOf } from '../../harness/office-files.ts'

/** `kind page? under | text` of each block. */
const linesOf = ({ text, blocks }: Extracted) =>
  blocks.map(({ kind, start, end, headingPath, page }) =>
    [kind, page, headingPath.join(' > '), '|', text.slice(start, end)]
      .filter((part) => part !== null)
      .join(' '),
  )
const failing = (read: () => unknown) => {
  try {
    return read()
  } catch (error) {
    return (error as { reason: { code: string } }).reason.code
  }
}

describe('[S2.12] the Excel reader', () => {
  it('reads every sheet as records, with dates, shares and truth values as people see them', async () => {
    const file = await xlsx({
      Prices: [
        ['Item', 'Price', 'Off', 'Since', 'Sold'],
        ['Boots & laces', 120.1, { value: 0.19, format: '0%' }, new Date('2026-03-01T00:00:00Z'), true],
        [null, 4, null, null, false],
      ],
      Notes: [['Only this line']],
    })
    const read = readXlsx(file, 'prices_2026.xlsx')
    expect(read.title).toBe('Prices')
    expect(linesOf(read)).toEqual([
      'heading Prices | Prices',
      'record Prices | Item: Boots & laces; Price: 120.1; Off: 19%; Since: 2026-03-01; Sold: yes',
      'record Prices | Price: 4; Sold: no',
      'heading Notes | Notes',
      'record Notes | Column 1: Only this line',
    ])
  })

  it('[knowledge low] finds the header below notes of several cells', async () => {
    const file = await xlsx({
      Deaths: [
        ['Lots of people'],
        ['simply cannot resist', null, 'some notes'],
        ['at', 'the', null],
        ['Name', 'Profession', 'Age'],
        ['Ada Holm', 'musician', 69],
        ['Ben Berg', 'actor', 60],
      ],
    })
    expect(linesOf(readXlsx(file, 'a.xlsx'))).toEqual([
      'text  | Lots of people',
      'text  | simply cannot resist some notes',
      'text  | at the',
      'record  | Name: Ada Holm; Profession: musician; Age: 69',
      'record  | Name: Ben Berg; Profession: actor; Age: 60',
    ])
  })

  it('reads a sheet of more rows than a call has arguments', () => {
    const rows = '<row><c><v>1</v></c></row>'.repeat(200_000)
    expect(readXlsx(xlsxOf(rows), 'a.xlsx').text.slice(0, 11)).toBe('Column 1: 1')
  })

  it('names the only sheet by the file, keeps lines above a table, and empty rows and columns out', () => {
    const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
    const rows = [
      `<row r="2">${cell('B2', 'Rates of 2026')}</row>`,
      '<row r="3"/>',
      `<row r="4">${cell('B4', 'Town')}${cell('D4', 'Fee')}</row>`,
      `<row r="5">${cell('B5', 'Ulm')}${cell('D5', '7')}</row>`,
      `<row r="6">${cell('B6', ' ')}</row>`,
    ].join('')
    const read = readXlsx(xlsxOf(rows), 'rates_2026.xlsx')
    expect(read.title).toBe('rates 2026')
    expect(linesOf(read)).toEqual(['text  | Rates of 2026', 'record  | Town: Ulm; Fee: 7'])
  })

  it('reads a second table of a sheet under its own names, and goes on with the first where there are none', () => {
    const row = (number: number, ...texts: string[]) =>
      `<row r="${number}">${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
    const rows = [
      row(1, 'Item', 'Price'),
      row(2, 'Pump', '100'),
      row(4, 'Courier', 'on request'),
      row(5, 'Bag', '5'),
      row(8, 'Contact', 'Phone'),
      row(9, 'Ada Holm', '4711'),
    ].join('')
    expect(linesOf(readXlsx(xlsxOf(rows), 'a.xlsx'))).toEqual([
      'record  | Item: Pump; Price: 100',
      'record  | Item: Courier; Price: on request',
      'record  | Item: Bag; Price: 5',
      'record  | Contact: Ada Holm; Phone: 4711',
    ])
  })

  it('takes what a formula gave when it was saved, and neither errors nor pronunciations', () => {
    const rows = [
      '<row><c t="str"><f>A2&amp;"x"</f><v>Name</v></c><c t="s"><v>0</v></c></row>',
      '<row><c><f>1+1</f><v>0.30000000000000004</v></c><c t="e"><v>#REF!</v></c></row>',
      '<row><c><f>NOW()</f></c><c t="s"><v>99</v></c><c t="d"><v>2026-01-02</v></c></row>',
    ].join('')
    const shared = '<sst><si><r><t>東</t></r><r><t>京</t></r><rPh sb="0"><t>とう</t></rPh></si></sst>'
    expect(linesOf(readXlsx(xlsxOf(rows, { shared }), 'a.xlsx'))).toEqual([
      'record  | Name: 0.3',
      'record  | Column 3: 2026-01-02',
    ])
  })

  it.each([
    ['dd.mm.yyyy', '46082', '2026-03-01'],
    ['yyyy-mm-dd hh:mm', '46082.75', '2026-03-01 18:00'],
    ['hh:mm', '0.5', '12:00'],
    ['[h]:mm', '0.25', '06:00'],
    ['[h]:mm', '1.1041666666666667', '26:30'],
    ['[h]:mm', '1', '24:00'],
    ['[hh]:mm:ss', '4.166666666666667', '100:00:00'],
    ['[mm]:ss', '0.0625', '01:30:00'],
    ['[h]:mm', '-0.0625', '-01:30'],
    ['mm:ss', '0.0023726851851851851', '00:03:25'],
    ['h:mm:ss', '0.5', '12:00:00'],
    ['yyyy-mm-dd hh:mm:ss', '46082.750011574', '2026-03-01 18:00:01'],
    ['mmm', '45292', '2024-01-01'],
    ['mmmm', '45292', '2024-01-01'],
    ['0.0%', '0.075', '7.5%'],
    ['"day" 0', '3', 'day 3'],
    ['00000', '1067', '01067'],
    ['00000', '-7', '-00007'],
    ['00000', '1.5', '1.5'],
    ['[$$-409]#,##0.00', '1200', '$1200'],
    ['#,##0.00\\ "€";[Red]\\-#,##0.00\\ "€"', '-5', '-5 €'],
    ['_-* #,##0.00\\ [$CHF-807]_-', '9.5', '9.5 CHF'],
    ['€ #,##0', '9', '€ 9'],
    ['General" kg"', '5', '5 kg'],
    ['0.0,," million"', '5000000', '5000000'],
    ['[=1]0" piece";0" pieces"', '5', '5'],
    ['"Nr. 0"', '5', '5'],
    ['0.00E+00', '5', '5'],
    ['# ?/?', '0.5', '0.5'],
    ['[Red]0', '3', '3'],
    ['#,##0.00', '1234.5', '1234.5'],
  ])('shows a number in the format %s', (code, value, shown) => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${code.replaceAll('"', '&quot;')}"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs></styleSheet>`
    expect(readXlsx(xlsxOf(`<row><c s="1"><v>${value}</v></c></row>`, { styles }), 'a.xlsx').text).toBe(
      `Column 1: ${shown}`,
    )
  })

  it('takes no value with a unit or currency for the name of a column', () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="200" formatCode="0&quot; kg&quot;"/><numFmt numFmtId="201" formatCode="$0"/></numFmts><cellXfs><xf/><xf numFmtId="200"/><xf numFmtId="201"/></cellXfs></styleSheet>'
    const row = (name: string, weight: number, price: number) =>
      `<row><c t="str"><v>${name}</v></c><c s="1"><v>${weight}</v></c><c s="2"><v>${price}</v></c></row>`
    expect(readXlsx(xlsxOf(row('Pump', 5, 90) + row('Hose', 12, 1000), { styles }), 'a.xlsx').text).toBe(
      'Column 1: Pump; Column 2: 5 kg; Column 3: $90\n\nColumn 1: Hose; Column 2: 12 kg; Column 3: $1000',
    )
  })

  it.each([
    [14, '46082', '2026-03-01'],
    [20, '0.5', '12:00'],
    [21, '0.5', '12:00:00'],
    [46, '1.5', '36:00:00'],
    [10, '0.5', '50%'],
    [4, '0.5', '0.5'],
  ])('shows a number in the predefined format %i', (id, value, shown) => {
    const styles = `<styleSheet><cellXfs><xf numFmtId="${id}"/></cellXfs></styleSheet>`
    expect(readXlsx(xlsxOf(`<row><c s="0"><v>${value}</v></c></row>`, { styles }), 'a.xlsx').text).toBe(
      `Column 1: ${shown}`,
    )
  })

  it('keeps the years above the columns of a cross table as names', () => {
    const rows = [
      '<row><c r="B1"><v>2021</v></c><c r="C1"><v>2022</v></c></row>',
      '<row><c r="A2" t="str"><v>Rent</v></c><c r="B2"><v>10</v></c><c r="C2"><v>12</v></c></row>',
    ].join('')
    expect(readXlsx(xlsxOf(rows), 'a.xlsx').text).toBe('Column 1: Rent; 2021: 10; 2022: 12')
  })

  it('counts days from 1904 where the workbook does', () => {
    const styles = '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>'
    const workbook = '<workbookPr date1904="1"/>'
    const file = xlsxOf('<row><c s="0"><v>1</v></c></row>', { styles, workbook })
    expect(readXlsx(file, 'a.xlsx').text).toBe('Column 1: 1904-01-02')
  })

  it('[S40] leaves out hidden sheets, and charts that have a sheet of their own', () => {
    const hidden = xlsxOf('<row><c><v>1</v></c></row>', {
      sheets:
        '<sheet name="A" state="veryHidden" r:id="rId1"/><sheet name="B" r:id="rId4"/><sheet name="C" r:id="none"/>',
    })
    expect(readXlsx(hidden, 'a.xlsx').text).toBe('')
  })

  it('keeps raised numbers apart from what is before them', () => {
    const text = '<r><t>14</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>1</t></r><r><t> days</t></r>'
    const row = `<row><c t="s"><v>0</v></c><c t="inlineStr"><is>${text}</is></c></row>`
    expect(readXlsx(xlsxOf(row, { shared: `<sst><si>${text}</si></sst>` }), 'a.xlsx').text).toBe(
      'Column 1: 14^1 days; Column 2: 14^1 days',
    )
  })

  it('leaves out what is struck out, in cells and in parts of their text', () => {
    const text =
      '<r><rPr><strike/></rPr><t>30</t></r><r><rPr><strike val="0"/></rPr><t>14</t></r><r><t> days</t></r>'
    const row = `<row><c t="s"><v>0</v></c><c s="1"><v>99</v></c><c t="str" s="1"><v>old</v></c><c s="2"><v>79</v></c></row>`
    const styles =
      '<styleSheet><fonts><font/><font><strike/></font></fonts><cellXfs><xf/><xf fontId="1"/><xf fontId="0"/></cellXfs></styleSheet>'
    expect(readXlsx(xlsxOf(row, { styles, shared: `<sst><si>${text}</si></sst>` }), 'a.xlsx').text).toBe(
      'Column 1: 14 days; Column 2: 79',
    )
  })

  it('repeats cells that are merged over rows, and not titles across', () => {
    const cell = (place: string, text: string) => `<c r="${place}" t="str"><v>${text}</v></c>`
    const rows = [
      `<row r="1">${cell('A1', 'Country')}${cell('B1', 'Service')}${cell('C1', 'Price')}</row>`,
      `<row r="2">${cell('A2', 'All prices')}</row>`,
      `<row r="3">${cell('A3', 'Germany')}${cell('B3', 'Standard')}<c r="C3"><v>4.9</v></c></row>`,
      `<row r="5">${cell('B5', 'Express')}<c r="C5"><v>9.9</v></c></row>`,
      `<row r="6">${cell('B6', 'Courier')}</row>`,
    ].join('')
    const merged = '<mergeCells><mergeCell ref="A2:C2"/><mergeCell ref="A3:A5"/></mergeCells>'
    expect(readXlsx(xlsxOf(rows, { merged }), 'a.xlsx').text.split('\n\n')).toEqual([
      'Country: All prices',
      'Country: Germany; Service: Standard; Price: 4.9',
      'Country: Germany; Service: Express; Price: 9.9',
      'Service: Courier',
    ])
  })

  it('does not let merged cells make a huge result of a small workbook', () => {
    const columns = Array.from(
      { length: 600 },
      (_, at) => `${String.fromCharCode(65 + (at % 26))}${String.fromCharCode(65 + Math.floor(at / 26))}`,
    )
    const first = columns
      .map((column) => `<c r="${column}1" t="str"><v>${'long '.repeat(20)}</v></c>`)
      .join('')
    const rows = Array.from(
      { length: 2_000 },
      (_, at) => `<row r="${at + 2}"><c r="A${at + 2}"><v>1</v></c></row>`,
    ).join('')
    const merged = `<mergeCells>${columns.map((column) => `<mergeCell ref="${column}1:${column}9999"/>`).join('')}</mergeCells>`
    const source = `<row r="1">${first}</row>${rows}`
    expect(readXlsx(xlsxOf(source, { merged }), 'a.xlsx').text.length).toBeLessThan(source.length * 25)
  })

  it('leaves out hidden columns, and values whose format shows nothing', () => {
    const row = (...values: (string | number)[]) =>
      `<row>${values.map((value, at) => `<c t="${typeof value === 'number' ? 'n' : 'str'}" s="${at === 4 ? 1 : 0}"><v>${value}</v></c>`).join('')}</row>`
    const file = xlsxOf(
      row('Item', 'Purchase price', 'Margin', 'Price', 'Key') + row('Pump', 40, 60, 100, 'A1'),
      {
        columns: '<cols><col min="1" max="1" hidden="0"/><col min="2" max="3" hidden="1"/></cols>',
        styles:
          '<styleSheet><numFmts><numFmt numFmtId="200" formatCode=";;;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs></styleSheet>',
      },
    )
    expect(readXlsx(file, 'a.xlsx').text).toBe('Item: Pump; Price: 100')
    const all = xlsxOf(row('Item'), { columns: '<cols><col min="1" max="16384" hidden="true"/></cols>' })
    expect(readXlsx(all, 'a.xlsx').text).toBe('')
  })

  it('refuses entities, a workbook without its parts, and markup that is broken', () => {
    const entity = '<!DOCTYPE x [<!ENTITY a "b">]><sst><si><t>&a;</t></si></sst>'
    for (const file of [xlsxOf('', { shared: entity }), xlsxOf('<row><c>'), xlsxOf('</row>')])
      expect(() => readXlsx(file, 'a.xlsx')).toThrow()
  })
})

describe('[S2.12] the PowerPoint reader', () => {
  it('reads titles, lists, tables and notes in the order of the slides, and says which slide', () => {
    const pages: number[][] = []
    const file = pptx([
      { title: 'Our plan', body: ['First', 'Second &amp; last'], foot: 'Confidential' },
      { title: 'Hidden', isHidden: true },
      { body: ['Alone'], notes: ['Say it slowly.', 'Then wait.'] },
      {
        title: 'Numbers',
        table: [
          ['Year', 'Sold'],
          ['2026', '7 | 8'],
        ],
      },
    ])
    const read = readPptx(file, 'plan.pptx', {
      ...NO_PROGRESS,
      page: (...page) => pages.push(page),
    })
    expect(read.title).toBe('Our plan')
    expect(linesOf(read)).toEqual([
      'heading 1 Our plan | Our plan',
      'list 1 Our plan | - First\n- Second & last',
      'heading 3 Slide 3 | Slide 3',
      'text 3 Slide 3 | Alone',
      'heading 3 Slide 3 > Notes | Notes',
      'text 3 Slide 3 > Notes | Say it slowly.\nThen wait.',
      'heading 4 Numbers | Numbers',
      'table 4 Numbers | | Year | Sold |\n| --- | --- |\n| 2026 | 7   8 |',
    ])
    expect(pages.at(-1)).toEqual([4, 4])
  })
})

describe('shapes of a slide', () => {
  const textOf = (...shapes: string[]) => readPptx(pptx([{ title: 'Plan', shapes }]), 'a.pptx').text
  const shape = (text: string, properties = '') =>
    `<p:sp><p:nvSpPr><p:cNvPr id="2" name="a" ${properties}/></p:nvSpPr><p:txBody><a:p>${text}</a:p></p:txBody></p:sp>`
  const run = (text: string, properties = '') => `<a:r><a:rPr ${properties}/><a:t>${text}</a:t></a:r>`

  it('repeat merged cells of their tables', () => {
    const cell = (text: string, spans = '') =>
      `<a:tc ${spans}><a:txBody><a:p>${run(text)}</a:p></a:txBody></a:tc>`
    const table = `<p:graphicFrame><a:tbl><a:tr>${cell('Country')}${cell('Service')}${cell('Price')}</a:tr>
      <a:tr>${cell('Austria', 'rowSpan="2"')}${cell('Standard', 'gridSpan="2"')}${cell('', 'hMerge="1"')}</a:tr>
      <a:tr>${cell('', 'vMerge="1"')}${cell('Express')}${cell('14.90')}</a:tr></a:tbl></p:graphicFrame>`
    expect(textOf(table)).toBe(
      'Plan\n\n| Country | Service | Price |\n| --- | --- | --- |\n| Austria | Standard | Standard |\n| Austria | Express | 14.90 |',
    )
  })

  it('keep raised numbers apart from what is before them', () => {
    expect(textOf(shape(run('14') + run('1', 'baseline="30000"') + run(' days')))).toBe('Plan\n\n14^1 days')
  })

  it('are read without what is struck out', () => {
    const price = `${run('99', 'strike="sngStrike"')}<a:r><a:t>79</a:t></a:r>${run(' euros', 'strike="noStrike"')}`
    expect(textOf(shape(price))).toBe('Plan\n\n79 euros')
  })

  it('are left out if they or the group around them are hidden', () => {
    const group = `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="1" name="g" hidden="1"/></p:nvGrpSpPr>${shape(run('We pay 40.'))}</p:grpSp>`
    expect(textOf(group, shape(run('Or 50.'), 'hidden="1"'), shape(run('100 euros.'), 'hidden="0"'))).toBe(
      'Plan\n\n100 euros.',
    )
  })
})

describe('[S2.12] the EPUB reader', () => {
  const book = (options = {}) =>
    epub(
      'On boots',
      [
        { file: 'text/b one.xhtml', html: '<h1>Soles</h1><p>Thick.</p>', name: 'Named otherwise' },
        {
          file: 'text/a.xhtml',
          html: '<nav><a href="x">Back</a></nav><p>Warm &amp; dry.</p>',
          name: 'Linings',
        },
        { file: 'text/c.xhtml', html: '<p>The end.</p>' },
      ],
      options,
    )

  it('reads the chapters in the order of the book, with the names of its table of contents', () => {
    const read = readEpub(book(), 'boots.epub')
    expect(read.title).toBe('On boots')
    expect(linesOf(read)).toEqual([
      'heading Soles | Soles',
      'text Soles | Thick.',
      'heading Linings | Linings',
      'text Linings | Warm & dry.',
      'text Linings | The end.',
    ])
  })

  it('refuses a book that is protected, and reads one whose fonts are', () => {
    const failed = failing(() => readEpub(book({ encrypted: 'OEBPS/text/a.xhtml' }), 'a.epub'))
    expect(failed).toBe('encrypted_epub')
    expect(readEpub(book({ encrypted: 'OEBPS/fonts/a.otf' }), 'a.epub').text).toContain('Thick.')
  })
})

describe('[S2.12] the JSON reader', () => {
  const read = (value: unknown) => linesOf(readJson(JSON.stringify(value), 'a.json'))

  it('reads a list of objects as records of path and value', () => {
    expect(
      read([
        { question: 'How long?', answer: 'Thirty\ndays.', tags: ['a', 'b'], by: { name: 'Ann' }, none: null },
        { question: 'Who?', phones: [{ no: 1 }, { no: 2 }] },
      ]),
    ).toEqual([
      'record  | question: How long?; answer: Thirty days.; tags: a, b; by.name: Ann',
      'record  | question: Who?; phones[0].no: 1; phones[1].no: 2',
    ])
  })

  it('reads an object as its values, and what it holds as sections', () => {
    expect(read({ name: 'Shop', open: true, hours: { monday: '9 to 5' }, towns: ['Ulm', 'Bonn'] })).toEqual([
      'record  | name: Shop; open: true',
      'heading hours | hours',
      'record hours | monday: 9 to 5',
      'heading towns | towns',
      'list towns | - Ulm\n- Bonn',
    ])
  })

  it('reads a value a line', () => {
    expect(linesOf(readJson('{"a":1}\r\n\n{"a":2}\n', 'a.jsonl'))).toEqual([
      'record  | a: 1',
      'record  | a: 2',
    ])
    expect(read('alone')).toEqual(['text  | alone'])
  })

  it('keeps numbers as they are written', () => {
    const source = '{"order":12345678901234567890,"version":1.10,"sizes":[1e3,0.50]}'
    expect(readJson(source, 'a.json').text).toBe(
      'order: 12345678901234567890; version: 1.10\n\nsizes\n\n- 1e3\n- 0.50',
    )
    expect(readJson('{"id":12345678901234567890}\n{"id":1.0}', 'a.jsonl').text).toBe(
      'id: 12345678901234567890\n\nid: 1.0',
    )
  })

  it.each([
    ['damaged_file', '{"a":'],
    ['damaged_file', '{"a":1}\nnot json'],
    ['too_complex', `${'['.repeat(60)}{}${']'.repeat(60)}`],
    ['too_complex', `[${'{"a":'.repeat(60)}1${'}'.repeat(60)}]`],
    ['too_complex', `${'['.repeat(100_000)}1${']'.repeat(100_000)}`],
  ])('fails as %s', (code, source) => {
    expect(failing(() => readJson(source, 'a.json'))).toBe(code)
  })
})
