import { accentsOf, inkOn } from '../../../services/contract/brand-accents.ts'

/** The theme's accents in a brand's colour, as custom properties: readable in light and dark. */
export function brandProperties(color: string): Readonly<Record<string, string>> {
  const [light, dark] = [accentsOf(color, 'light'), accentsOf(color, 'dark')]
  const both = (one: string, other: string) => `light-dark(${one}, ${other})`
  return {
    '--l-colors-accent': both(light.text, dark.text),
    '--l-colors-accent-ink': both(inkOn(light.text), inkOn(dark.text)),
    '--l-colors-accent-wash': both(light.wash, dark.wash),
    '--l-colors-accent-fill': both(light.fill, dark.fill),
    '--l-colors-accent-letters': both(light.onFill, dark.onFill),
    '--l-colors-accent-strong': both(light.pressed, dark.pressed),
  }
}
