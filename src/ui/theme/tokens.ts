/** One colour for both themes: the browser picks by `color-scheme`, without JavaScript. */
const both = (light: string, dark: string) => ({ value: `light-dark(${light}, ${dark})` })

const values = <Value extends string | number>(entries: Record<string, Value>) =>
  Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, { value }]))

export const colors = {
  paper: both('#FAF7F0', '#14130F'),
  sheet: both('#FFFDF8', '#1C1A15'),
  raised: both('#FFFFFF', '#24211B'),
  ink: { DEFAULT: both('#1D1B16', '#EFEAE0'), 2: both('#5C574B', '#B3AB9B'), 3: both('#6F695B', '#968E7E') },
  rule: { DEFAULT: both('#E5DFD1', '#343027'), 2: both('#D2CAB8', '#474135') },
  control: both('#8C8473', '#7A7261'),
  accent: {
    DEFAULT: both('#9C2F1F', '#F0876F'),
    strong: both('#842618', '#F49C87'),
    ink: both('#FFFBF5', '#22100B'),
    wash: both('#F8E9E2', '#3A211B'),
    /** Colours of buttons and of their text: a customer's brand may be too light for readable text. */
    fill: both('#9C2F1F', '#F0876F'),
    letters: both('#FFFBF5', '#22100B'),
  },
  mark: both('#FFEFB0', '#4A3E16'),
  good: { DEFAULT: both('#2C6A43', '#7CC796'), wash: both('#E4F1E6', '#1C3024') },
  caution: { DEFAULT: both('#84590B', '#E2B04C'), wash: both('#FBF0D6', '#372A12') },
  notice: { DEFAULT: both('#2A5594', '#8FB4EA'), wash: both('#E4EDF9', '#17263B') },
  veil: both('rgb(29 27 22 / .38)', 'rgb(0 0 0 / .6)'),
  transparent: { value: 'transparent' },
  current: { value: 'currentColor' },
}

const steps = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24]
const spacing = values(Object.fromEntries(steps.map((step) => [String(step), `${step / 4}rem`])))

export const tokens = {
  colors,
  spacing,
  sizes: {
    ...spacing,
    ...values({
      full: '100%',
      max: 'max-content',
      min: 'min-content',
      fit: 'fit-content',
      sidebar: '16rem',
      rail: '3rem',
      drawer: '18rem',
      form: '23.75rem',
      // One width for each kind of page, see parts/page.tsx.
      column: '42.5rem',
      reading: '48.5rem',
      page: '72rem',
    }),
  },
  fonts: values({
    body: '"Figtree Variable", system-ui, sans-serif',
    heading: '"Instrument Serif", Georgia, serif',
    mono: 'ui-monospace, "SFMono-Regular", Menlo, monospace',
  }),
  fontSizes: values({
    '2xs': '.6875rem',
    xs: '.75rem',
    sm: '.8125rem',
    md: '.875rem',
    lg: '.9375rem',
    xl: '1.03125rem',
    '2xl': '1.5rem',
    '3xl': '1.875rem',
    '4xl': '2.625rem',
  }),
  fontWeights: values({ normal: 400, medium: 500, semibold: 600, bold: 700 }),
  lineHeights: values({ tight: 1.12, short: 1.3, moderate: 1.5, tall: 1.7 }),
  letterSpacings: values({ tight: '-.01em', wide: '.06em', wider: '.08em' }),
  radii: values({ xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '12px', full: '9999px' }),
  shadows: values({ float: '0 8px 28px rgb(0 0 0 / .14)' }),
  zIndex: values({ sticky: 10, popover: 1400 }),
  durations: values({ fast: '120ms', moderate: '160ms', slow: '180ms' }),
  easings: values({ out: 'cubic-bezier(.2, 0, 0, 1)' }),
  cursor: values({ button: 'pointer', disabled: 'not-allowed', menuitem: 'default' }),
}
