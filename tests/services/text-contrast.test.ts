import { expect, it } from 'vitest'
import { contrastOf, TEXT_CONTRAST } from '../../src/services/contract/brand-accents.ts'
import { colors } from '../../src/ui/theme/tokens.ts'

const { paper, sheet, raised, ink, accent, good, caution } = colors

/** What text stands on, a row that is pointed at included. */
const SURFACES = { paper, sheet, raised, 'accent.wash': accent.wash }
const TEXTS = { ink: ink.DEFAULT, 'ink.2': ink[2], 'ink.3': ink[3], accent: accent.DEFAULT }
const ON_THEIR_WASH = [
  ['good', good.DEFAULT, good.wash],
  ['caution', caution.DEFAULT, caution.wash],
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
