import type { SKRSContext2D } from '@napi-rs/canvas'
import { accentsOf, PAPER } from '../../../src/services/contract/brand-accents.ts'
import type { Configuration } from '../../../src/services/contract/integrations.ts'
import type { Language } from '../../../src/texts/language.ts'
import { HEADING, registerFonts, useBody } from '../../kernel/fonts.ts'
import type { Pictures } from '../../kernel/pictures/pictures.ts'
import { descriptionOf } from './share.presenter.ts'
import type { FaceRow } from './share.types.ts'

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 84
const TOP = 116
const BADGE = 148
const NAME_SIZE = 104
const NAME_SIZE_MIN = 56
const LINES_MAX = 3
const LINE_HEIGHT = 1.1
const INK = '#1D1B16'
const INK_2 = '#5C574B'
const KEPT_MAX = 50

/** Wraps text to a width; the rest is cut with an ellipsis. */
function linesOf(context: SKRSContext2D, text: string, width: number, max: number): string[] {
  const fits = (line: string) => context.measureText(line).width <= width
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const longer = [...(lines.length > 0 ? [lines.at(-1)] : []), word].join(' ')
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const cut = (line: string, always: boolean) => {
    if (!always && fits(line)) return line
    // By bisection: each measurement costs as much as the line is long.
    let [short, long] = [0, line.length]
    while (short < long) {
      const middle = Math.ceil((short + long) / 2)
      if (fits(`${line.slice(0, middle)}…`)) short = middle
      else long = middle - 1
    }
    return `${line.slice(0, short)}…`
  }
  return lines.slice(0, max).map((line, place) => cut(line, place === max - 1 && lines.length > max))
}

/** Preview picture of a link to the page: logo or avatar, name, and brand colour. */
async function draw(
  { name, avatar, logo_url, color }: Configuration,
  description: string,
  pictures: Pictures,
): Promise<Buffer> {
  const { createCanvas, GlobalFonts, loadImage } = await import('@napi-rs/canvas')
  registerFonts(GlobalFonts)
  const canvas = createCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d')
  const { fill, onFill } = accentsOf(color, 'light')
  context.fillStyle = PAPER.light
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.fillStyle = fill
  context.fillRect(0, 0, 18, HEIGHT)

  const logo = logo_url === '' ? null : await pictures.contentOf(logo_url)
  context.save()
  context.beginPath()
  context.roundRect(MARGIN, TOP, BADGE, BADGE, 26)
  context.clip()
  if (logo) context.drawImage(await loadImage(logo), MARGIN, TOP, BADGE, BADGE)
  else {
    context.fillRect(MARGIN, TOP, BADGE, BADGE)
    context.fillStyle = onFill
    context.font = `80px ${HEADING}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText(avatar || [...name.trim()][0]?.toUpperCase() || '', MARGIN + BADGE / 2, TOP + BADGE / 2)
  }
  context.restore()

  const width = WIDTH - 2 * MARGIN
  let size = NAME_SIZE
  context.font = `${size}px ${HEADING}`
  while (size > NAME_SIZE_MIN && linesOf(context, name, width, LINES_MAX).length > 1) {
    size -= 8
    context.font = `${size}px ${HEADING}`
  }
  context.fillStyle = INK
  const lines = linesOf(context, name, width, LINES_MAX - 1)
  const top = TOP + BADGE + 116
  for (const [place, line] of lines.entries())
    context.fillText(line, MARGIN, top + place * size * LINE_HEIGHT)
  context.fillStyle = INK_2
  useBody(context, 34, 400)
  const said = linesOf(context, description, width, 2)
  const below = top + (lines.length - 1) * size * LINE_HEIGHT + 68
  for (const [place, line] of said.entries()) context.fillText(line, MARGIN, below + place * 48)
  return canvas.encode('png')
}

/** Each version is drawn once in each language; the latest are kept. */
export const createCards = (pictures: Pictures) => {
  const kept = new Map<string, Promise<Buffer>>()
  return (id: string, { version, configuration }: FaceRow, language: Language): Promise<Buffer> => {
    const key = `${id} ${version} ${language}`
    const drawn = kept.get(key) ?? draw(configuration, descriptionOf(configuration, language), pictures)
    kept.set(key, drawn)
    drawn.catch(() => kept.delete(key))
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    return drawn
  }
}
