import { describe, expect, it } from 'vitest'
import { accentsOf, contrastOf, inkOn } from '../../../src/services/contract/brand-accents.ts'
import { hexOf, isBrandColor, NAMED_COLORS } from '../../../src/services/contract/brand-color.ts'

const SURFACES = { light: ['#FAF7F0', '#FFFFFF'], dark: ['#14130F', '#24211B'] } as const
const COLORS = [
  ...Object.values(NAMED_COLORS),
  ...['#FFD400', '#FFFFFF', '#000000', '#0B1F3A', '#00FF00', '#FF69B4', '#777777', '#1DA1F2'],
]

describe('the colour of a brand', () => {
  it('is measured as WCAG 2 measures contrast', () => {
    expect(contrastOf('#000000', '#FFFFFF')).toBe(21)
    expect(contrastOf('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2)
    expect(contrastOf('#FFFFFF', '#777777')).toBeCloseTo(4.48, 2)
  })

  it.each(COLORS)('%s can be read in both themes, as text and on buttons', (color) => {
    expect(contrastOf(color, inkOn(color))).toBeGreaterThanOrEqual(4.5)
    for (const theme of ['light', 'dark'] as const) {
      const { text, wash, fill, onFill, pressed } = accentsOf(color, theme)
      for (const surface of [...SURFACES[theme], wash])
        expect(contrastOf(text, surface)).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(fill, onFill)).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(pressed, onFill)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('stays as it is where it can be read, and is the nearest shade that can where it cannot', () => {
    expect(accentsOf('#1F6650', 'light')).toMatchObject({ text: '#1F6650', fill: '#1F6650' })
    const { text, wash } = accentsOf('#FFD400', 'light')
    expect(contrastOf(text, wash)).toBeLessThan(4.7)
    expect(contrastOf(accentsOf('#0B1F3A', 'dark').fill, '#14130F')).toBeGreaterThanOrEqual(3)
  })

  it.each(COLORS)('%s has a shade that, chosen itself, stays as it is', (color) => {
    const { text } = accentsOf(color, 'light')
    expect(accentsOf(text, 'light').text).toBe(text)
  })

  it('is a name or six digits, and Lectern’s own while it is neither', () => {
    expect(['pine', '#1f6650', '#1F665', 'toString', 'red', ''].map(isBrandColor)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
    expect(['pine', '#1f6650', '#1F'].map(hexOf)).toEqual(['#1F6650', '#1F6650', '#9C2F1F'])
  })
})
