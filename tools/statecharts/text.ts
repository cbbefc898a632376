import type { TransitionKind } from './chart.ts'

/** Advance widths of Helvetica for ASCII 32 to 126, in 1/1000 em: text is measured without a browser. */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]
const OTHER = 700
const BOLD = 1.08
/** Allowance for other fonts, which are a little wider. */
const SPARE = 1.04
const LINE_HEIGHT = 1.35

type Style = 'name' | 'note' | 'actor' | 'action' | 'guard' | 'tag' | 'says' | 'place' | TransitionKind

/** A piece of text in one style. */
export interface Span {
  readonly text: string
  readonly style: Style
}

/** One line of text. */
export interface Line {
  readonly spans: readonly Span[]
  readonly size: number
  /** The transitions that it describes. */
  readonly ids?: readonly string[]
}

export const NAME_SIZE = 14
/** Minimum text size. */
export const SMALLEST = 12

const PLAIN: readonly Style[] = ['note', 'actor', 'action', 'guard', 'tag', 'says', 'place']
export const isBold = ({ style }: Span) => !PLAIN.includes(style)

const unitsOf = (text: string) =>
  [...text].reduce((sum, char) => sum + (WIDTHS[char.charCodeAt(0) - 32] ?? OTHER), 0)

const widthOf = (span: Span, size: number) =>
  (unitsOf(span.text) * size * SPARE * (isBold(span) ? BOLD : 1)) / 1000

export const heightOf = ({ size }: Line) => size * LINE_HEIGHT

/** The padded box around lines, in px. */
export const boxOf = (lines: readonly Line[], padX: number, padY: number) => ({
  width: Math.ceil(
    Math.max(
      0,
      ...lines.map(({ spans, size }) => spans.reduce((sum, span) => sum + widthOf(span, size), 0)),
    ) +
      2 * padX,
  ),
  height: Math.ceil(lines.reduce((sum, line) => sum + heightOf(line), 0) + 2 * padY),
})

const INDENT = '   '

/** Wraps spans at `width` if their words allow it; later lines are indented on request. */
export function wrapped(
  spans: readonly Span[],
  width: number,
  { ids, isIndented = false }: { ids?: readonly string[]; isIndented?: boolean } = {},
): Line[] {
  const lines: Span[][] = [[]]
  let used = 0
  for (const { text, style } of spans)
    for (const word of text.split(' ')) {
      const isFirst = lines.at(-1)!.length === 0
      const piece = { text: isFirst ? word : ` ${word}`, style }
      const wide = widthOf(piece, SMALLEST)
      if (!isFirst && used + wide > width) {
        lines.push([{ text: (isIndented ? INDENT : '') + word, style }])
        used = widthOf(lines.at(-1)![0]!, SMALLEST)
        continue
      }
      const last = lines.at(-1)!.at(-1)
      if (last?.style === style) lines.at(-1)!.splice(-1, 1, { text: last.text + piece.text, style })
      else lines.at(-1)!.push(piece)
      used += wide
    }
  return lines.map((line) => ({ spans: line, size: SMALLEST, ...(ids && { ids }) }))
}
