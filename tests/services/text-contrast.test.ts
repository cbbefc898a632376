import { expect, it } from 'vitest'
import { contrastOf, TEXT_CONTRAST } from '../../src/services/contract/brand-accents.ts'
import { colors } from '../../src/ui/theme/tokens.ts'

const { paper, sheet, raised, ink, accent, good, caution, notice } = colors

/** What text stands on, a row that is pointed at included. */
const SURFACES = { paper, sheet, raised, 'accent.wash': accent.wash }
const TEXTS = { ink: ink.DEFAULT, 'ink.2': ink[2], 'ink.3': ink[3], accent: accent.DEFAULT }
const ON_THEIR_WASH = [
  ['good', good.DEFAULT, good.wash],
  ['caution', caution.DEFAULT, caution.wash],
  ['notice', notice.DEFAULT, notice.wash],
] as const

const themes = ({ value }: { value: string }) => value.match(/#[0-9A-F]{6}/g) ?? []

const expectRead = (text: { value: string }, surface: { value: string }) => {
  for (const [theme, colour] of themes(text).entries())
    expect(contrastOf(colour, themes(surface)[theme] ?? '')).toBeGreaterThanOrEqual(TEXT_CONTRAST)
}

for (const [name, text] of Object.entries(TEXTS))
  for (const [on, surface] of Object.entries(SURFACES))
    it(`${name} can be read on ${on} in both themes`, () => expectRead(text, surface))

for (const [name, text, wash] of ON_THEIR_WASH)
  it(`${name} can be read on its own wash in both themes`, () => expectRead(text, wash))

/** Degrees on the circle of colours: red 0, yellow 60, blue 240. */
function hueOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const most = Math.max(red, green, blue)
  const span = most - Math.min(red, green, blue)
  const turned =
    most === red ? (green - blue) / span : most === green ? 2 + (blue - red) / span : 4 + (red - green) / span
  return (turned * 60 + 360) % 360
}

it.each([
  ['red', accent, -5, 25],
  ['yellow', caution, 35, 65],
  ['blue', notice, 205, 250],
] as const)('[S4.16] [spec 5] the %s of the trial is seen as such in both themes', (_, tone, from, to) => {
  for (const colour of [...themes(tone.DEFAULT), ...themes(tone.wash)]) {
    const hue = hueOf(colour)
    expect(hue).toBeGreaterThanOrEqual(from)
    expect(hue).toBeLessThanOrEqual(to)
  }
  expectRead(ink[2], tone.wash)
  expectRead(accent.DEFAULT, tone.wash)
})
