import type { PDFDocument as File } from '@napi-rs/canvas'
import type { InvoiceContent } from '../../kernel/db/schema/index.ts'
import { HEADING, registerFonts, useBody } from '../../kernel/fonts.ts'

/** A4, in points. */
const PAGE = { width: 595, height: 842 }
const MARGIN = 56
const RIGHT = PAGE.width - MARGIN
const SECOND_COLUMN = 330
const LINE = 14.5
const INK = '#1D1B16'
const QUIET = '#5C574B'
const RULE = '#D2CAB8'
const ACCENT = '#9C2F1F'

type Page = ReturnType<File['beginPage']>
type Invoice = { number: string; content: InvoiceContent; issuedAt: Date }

const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
const countries = new Intl.DisplayNames('en', { type: 'region' })

/** Without a seller's legal details, a document confirms a payment and is not an invoice. */
const titleOf = ({ seller }: InvoiceContent) => (seller ? 'Invoice' : 'Receipt')

const isLine = (line: string | null | undefined): line is string => Boolean(line)

const buyerLines = ({ buyer }: InvoiceContent) =>
  [
    buyer.company,
    buyer.name,
    buyer.address_line1,
    buyer.address_line2,
    [buyer.postal_code, buyer.city, buyer.state].filter(Boolean).join(' '),
    countries.of(buyer.country),
    buyer.email,
    buyer.tax_id && `VAT ID ${buyer.tax_id}`,
  ].filter(isLine)

const sellerLines = ({ seller }: InvoiceContent) =>
  seller
    ? [
        seller.name,
        ...seller.address,
        countries.of(seller.country),
        seller.vatId && `VAT ID ${seller.vatId}`,
      ].filter(isLine)
    : ['Lectern']

/** Wraps text to a width. */
const wrapped = (page: Page, text: string, width: number): string[] => {
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ')
    if (lines.at(-1) === '' || page.measureText(longer).width <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Writes on a page from top to bottom. */
const penOn = (page: Page) => {
  let y = MARGIN
  const heading = (size: number, color = INK) => {
    page.font = `${size}px ${HEADING}`
    page.fillStyle = color
  }
  const body = ({ weight = 400, size = 10, color = INK } = {}) => {
    useBody(page, size, weight)
    page.fillStyle = color
  }
  return {
    down(by: number) {
      y += by
    },
    get y() {
      return y
    },
    set y(value: number) {
      y = value
    },
    title(text: string) {
      heading(34)
      page.fillText(text, MARGIN, y)
    },
    brand() {
      heading(19)
      const left = RIGHT - page.measureText('Lectern').width
      page.fillText('Lectern', left, y)
      page.fillStyle = ACCENT
      page.fillRect(left - 10, y - 15, 2.5, 18)
    },
    /** A small heading above lines; returns the position after them. */
    block(name: string, lines: readonly string[], x: number, width: number): number {
      body({ weight: 600, size: 8.5, color: QUIET })
      page.fillText(name, x, y)
      body()
      const all = lines.flatMap((line) => wrapped(page, line, width))
      for (const [place, line] of all.entries()) page.fillText(line, x, y + (place + 1.2) * LINE)
      return y + (all.length + 1.2) * LINE
    },
    row(text: string, amount: string, weight = 400) {
      body({ weight })
      const lines = wrapped(page, text, RIGHT - MARGIN - 110)
      for (const [place, line] of lines.entries()) page.fillText(line, MARGIN, y + place * LINE)
      page.textAlign = 'right'
      page.fillText(amount, RIGHT, y)
      page.textAlign = 'left'
      y += lines.length * LINE + 5
    },
    rule() {
      page.fillStyle = RULE
      page.fillRect(MARGIN, y - 9, RIGHT - MARGIN, 0.6)
      y += 7
    },
    note(text: string, weight = 400) {
      body({ weight, size: 9, color: QUIET })
      for (const line of wrapped(page, text, RIGHT - MARGIN)) {
        page.fillText(line, MARGIN, y)
        y += LINE - 1
      }
      y += 5
    },
  }
}

/** Renders an invoice as a file, with the identity's fonts embedded. */
export async function drawInvoice({ number, content, issuedAt }: Invoice): Promise<Buffer> {
  const { GlobalFonts, PDFDocument } = await import('@napi-rs/canvas')
  registerFonts(GlobalFonts)
  const { seller, test, order, lines, period, currency, amounts, vatRate, taxNote } = content
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() })
  const money = (cents: number) => format.format(cents / 100)
  const title = titleOf(content)

  const file = new PDFDocument({ title: `${title} ${number}`, author: seller?.name ?? 'Lectern', pdfa: true })
  const pen = penOn(file.beginPage(PAGE.width, PAGE.height))
  pen.down(28)
  pen.title(title)
  pen.brand()
  pen.down(44)
  const under = (ends: number[]) => {
    pen.y = Math.max(...ends) + 22
  }
  const half = SECOND_COLUMN - MARGIN - 24
  under([
    pen.block('From', sellerLines(content), MARGIN, half),
    pen.block('To', buyerLines(content), SECOND_COLUMN, RIGHT - SECOND_COLUMN),
  ])
  under([
    pen.block(`${title} number`, [number], MARGIN, half),
    pen.block('Order', [order], MARGIN + 132, half),
    pen.block('Date of issue', [`${date.format(issuedAt)} (UTC)`], SECOND_COLUMN, half),
  ])
  under([
    pen.block(
      'Period of supply',
      [`${date.format(new Date(period.from))} to ${date.format(new Date(period.to))} (UTC)`],
      MARGIN,
      RIGHT - MARGIN,
    ),
  ])
  pen.down(10)
  pen.rule()
  pen.down(6)
  for (const { text, amount } of lines) pen.row(text, money(amount))
  pen.rule()
  pen.down(6)
  if (seller) {
    pen.row('Net', money(amounts.net))
    pen.row(`VAT ${vatRate} %`, money(amounts.vat))
  }
  // In a heavier weight the dollar sign is a drawing, and lost when the text is copied.
  pen.row(amounts.vat > 0 ? 'Total, VAT included' : 'Total', money(amounts.gross), 500)
  pen.down(14)
  if (taxNote) pen.note(taxNote)
  if (seller?.note) pen.note(seller.note)
  pen.note(test ? 'Test payment: no money was moved.' : 'Paid. No further payment is due.', test ? 600 : 400)
  if (!seller) pen.note('This receipt confirms a payment. It is not an invoice for VAT.')
  file.endPage()
  return file.close()
}
