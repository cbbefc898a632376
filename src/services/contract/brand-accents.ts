import { hexOf } from './brand-color.ts'

type Channels = readonly [number, number, number]

const channelsOf = (hex: string): Channels => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const linear = (channel: number) => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const luminanceOf = (hex: string) => {
  const [red, green, blue] = channelsOf(hex).map(linear) as unknown as Channels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The WCAG 2 contrast of two colours, 1 to 21. */
export const contrastOf = (one: string, other: string) => {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes this share of `to` into `from`, 0 to 1. */
const mixed = (from: string, to: string, share: number) => {
  const target = channelsOf(to)
  const value = channelsOf(from)
    .map((channel, place) => Math.round(channel + ((target[place] ?? 0) - channel) * share))
    .reduce((sum, channel) => sum * 256 + channel, 0)
  return `#${value.toString(16).padStart(6, '0').toUpperCase()}`
}

const BLACK = '#000000'
const WHITE = '#FFFFFF'

/** Text colour on this colour: one of the two always has 4.5 : 1 or more. */
export const inkOn = (hex: string) => (contrastOf(hex, WHITE) >= contrastOf(hex, BLACK) ? WHITE : BLACK)

/** The contrast that WCAG requires of text (1.4.3), and of controls against their surroundings (1.4.11). */
export const TEXT_CONTRAST = 4.5
export const CONTROL_CONTRAST = 3

const STEPS = 100

/** The nearest shade of a colour, lighter on dark surfaces and darker on others, that has the contrast on all of them. */
const nearestOn = (surfacesOf: (shade: string) => readonly string[], hex: string, contrast: number) => {
  const isDark = luminanceOf(surfacesOf(hex)[0] ?? WHITE) < 0.2
  for (let step = 0; step < STEPS; step++) {
    const shade = mixed(hex, isDark ? WHITE : BLACK, step / STEPS)
    if (surfacesOf(shade).every((surface) => contrastOf(shade, surface) >= contrast)) return shade
  }
  return isDark ? WHITE : BLACK
}

/** The page's surfaces in the two themes, as in `src/ui/theme/tokens.ts`. */
export const PAPER = { light: '#FAF7F0', dark: '#14130F' } as const
const RAISED = { light: '#FFFFFF', dark: '#24211B' } as const
const WASH_SHARE = { light: 0.1, dark: 0.2 } as const

/** The colours that a theme derives from a brand's: of buttons, of text and focus, and behind hovered items. */
export const accentsOf = (color: string, theme: keyof typeof PAPER) => {
  const hex = hexOf(color)
  const washOf = (shade: string) => mixed(PAPER[theme], shade, WASH_SHARE[theme])
  const text = nearestOn((shade) => [PAPER[theme], RAISED[theme], washOf(shade)], hex, TEXT_CONTRAST)
  const fill = theme === 'light' ? hex : nearestOn(() => [PAPER.dark], hex, CONTROL_CONTRAST)
  const onFill = inkOn(fill)
  return {
    text,
    wash: washOf(text),
    fill,
    onFill,
    // Away from the text's colour, so that text stays readable.
    pressed: mixed(fill, onFill === WHITE ? BLACK : WHITE, 0.14),
  }
}
