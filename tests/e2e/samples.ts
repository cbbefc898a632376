import { degrees, PDFDocument, StandardFonts } from 'pdf-lib'

interface SampleFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A PDF with one paragraph a page. */
export async function pdf(name: string, pages: readonly string[]): Promise<SampleFile> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const text of pages) {
    const page = document.addPage([595, 842])
    page.drawText(text, { x: 60, y: 760, size: 12, font, maxWidth: 470, lineHeight: 18, rotate: degrees(0) })
  }
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) }
}

export const returnsPolicy = () =>
  pdf('Returns policy.pdf', [
    'Returns policy of Northwind Boots. This policy covers every pair bought in our shops and online.',
    'Goods may be returned within 30 days of delivery, unworn and in the original box. Boots that were worn outside cannot be returned for a refund. Refunds are paid to the card that was used, within five working days.',
  ])

/** A web page as a browser saves it, with what is around the article. */
export const repairPage: SampleFile = {
  name: 'Repair promise.html',
  mimeType: 'text/html',
  buffer: Buffer.from(`<!doctype html><html><head><title>Repair promise</title></head><body>
<nav><a href="/">Home</a> <a href="/shop">Shop</a></nav>
<article><h1>Repair promise</h1>
<p>Northwind stands behind its work. This page says what we mend, and for how long.</p>
<h2>Soles and seams</h2>
<p>We repair or replace any sole or seam that fails within two years of purchase, worn or not. Bring the boots to any shop, or send them to our workshop in Bergen with the form that came in the box.</p>
<h2>What is not covered</h2>
<p>Damage from salt, fire or dogs is not covered by the promise. We mend such boots at a fair price, and tell you the price before we begin the work.</p>
</article><footer>Imprint · Privacy</footer></body></html>`),
}

export const markdown = (name: string, text: string): SampleFile => ({
  name,
  mimeType: 'text/markdown',
  buffer: Buffer.from(text),
})
