/** Colours to choose from; each carries white text, and is readable on the light page. */
export const NAMED_COLORS = {
  brick: '#9C2F1F',
  rust: '#A14A12',
  ochre: '#84590B',
  moss: '#4B6B2A',
  pine: '#1F6650',
  sea: '#1F6079',
  indigo: '#42509E',
  plum: '#7A3B73',
} as const
export type ColorName = keyof typeof NAMED_COLORS

const HEX = /^#[0-9a-f]{6}$/i
const isName = (color: string): color is ColorName => Object.hasOwn(NAMED_COLORS, color)

export const isBrandColor = (color: string) => isName(color) || HEX.test(color)

/** An unreadable colour, for example while it is being typed, falls back to Lectern's own. */
export const hexOf = (color: string): string =>
  isName(color) ? NAMED_COLORS[color] : HEX.test(color) ? color.toUpperCase() : NAMED_COLORS.brick
