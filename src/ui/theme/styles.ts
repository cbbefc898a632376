/** Prefix of every custom property for a token. */
export const CSS_PREFIX = 'l'

export const breakpoints = { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' }

/** Overlays stay mounted until these end: every animation that a recipe names must be listed. */
export const keyframes = {
  spin: { to: { transform: 'rotate(360deg)' } },
  'fade-in': { from: { opacity: 0 }, to: { opacity: 1 } },
  'fade-out': { from: { opacity: 1 }, to: { opacity: 0 } },
  rise: { from: { opacity: 0, transform: 'translateY(6px)' }, to: { opacity: 1, transform: 'none' } },
  sink: { from: { opacity: 1, transform: 'none' }, to: { opacity: 0, transform: 'translateY(6px)' } },
  breathe: { '0%, 100%': { opacity: 1 }, '50%': { opacity: 0.45 } },
}

export const textStyles = {
  title: { value: { fontFamily: 'heading', fontSize: '4xl', lineHeight: 'tight', letterSpacing: 'tight' } },
  section: { value: { fontFamily: 'heading', fontSize: '2xl', lineHeight: 'tight', letterSpacing: 'tight' } },
  question: { value: { fontFamily: 'heading', fontSize: '3xl', lineHeight: '1.2', letterSpacing: 'tight' } },
  body: { value: { fontSize: 'lg', lineHeight: 'moderate' } },
  answer: { value: { fontSize: 'xl', lineHeight: 'tall' } },
  small: { value: { fontSize: 'sm', lineHeight: 'moderate' } },
  label: { value: { fontSize: '2xs', fontWeight: 'semibold', letterSpacing: 'wide', lineHeight: 'short' } },
}

export const globalCss = {
  html: { colorScheme: 'light dark', lineHeight: '1.5' },
  body: {
    bg: 'paper',
    color: 'ink',
    fontFamily: 'body',
    fontSize: 'lg',
    fontVariantNumeric: 'tabular-nums',
  },
  '::selection': { bg: 'mark', color: 'ink' },
  mark: { bg: 'mark', color: 'inherit', borderRadius: '2px' },
  /** As narrow as its column, whatever is in it. */
  fieldset: { minWidth: '0' },
}
