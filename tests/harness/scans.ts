import { PDFDocument, StandardFonts } from 'pdf-lib'
import sharp from 'sharp'

const escaped = (text: string) => text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** A picture of printed lines; an empty one separates two paragraphs. */
export const picture = (lines: string[], { width = 1_400, letters = 36 } = {}) => {
  const line = letters * 1.6
  const texts = lines.map((text, n) => `<text x="40" y="${80 + n * line}">${escaped(text)}</text>`).join('')
  const height = Math.round(160 + lines.length * line)
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="white"/><g font-family="DejaVu Sans, Arial, sans-serif" font-size="${letters}">${texts}</g></svg>`,
    ),
  )
}

export type ScannedPage = { scan: string[] } | { text: string } | { blank: true }

/** A PDF whose pages are pictures, text, or nothing. */
export const scannedPdf = async (pages: ScannedPage[]) => {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const content of pages) {
    const page = document.addPage([600, 800])
    if ('text' in content) page.drawText(content.text, { x: 50, y: 700, size: 11, font })
    if (!('scan' in content)) continue
    const image = await document.embedJpg(await picture(content.scan).jpeg().toBuffer())
    const { width, height } = image.scale(500 / image.width)
    page.drawImage(image, { x: 50, y: 750 - height, width, height })
  }
  return Buffer.from(await document.save({ useObjectStreams: false }))
}

/** A small file of a large picture. */
export const largePicture = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'white' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer()
