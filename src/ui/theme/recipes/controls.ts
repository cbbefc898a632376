import { defineRecipe } from '@chakra-ui/react/styled-system'

const focused = {
  outline: '2px solid',
  outlineColor: 'accent',
  outlineOffset: '2px',
} as const

/** The minimum size that a finger hits reliably, for touch devices; `base.css` says where. */
export const touchTarget = { minHeight: 'var(--touch-target)', minWidth: 'var(--touch-target)' } as const

export const buttonRecipe = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    flexShrink: 0,
    fontWeight: 'semibold',
    borderRadius: 'sm',
    border: '1px solid transparent',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    userSelect: 'none',
    WebkitUserSelect: 'none',
    transition: 'background-color 120ms, border-color 120ms, color 120ms',
    _focusVisible: focused,
    _disabled: { opacity: 0.55, cursor: 'not-allowed' },
    _icon: { width: '4', height: '4', flexShrink: 0 },
  },
  variants: {
    variant: {
      primary: { bg: 'accent.fill', color: 'accent.letters', _hover: { bg: 'accent.strong' } },
      outline: { borderColor: 'rule.2', color: 'ink', bg: 'transparent', _hover: { bg: 'accent.wash' } },
      danger: { borderColor: 'accent', color: 'accent', bg: 'transparent', _hover: { bg: 'accent.wash' } },
      ghost: { color: 'ink.2', bg: 'transparent', _hover: { bg: 'accent.wash', color: 'ink' } },
      link: { color: 'accent', px: '0', height: 'auto', _hover: { textDecoration: 'underline' } },
    },
    size: {
      sm: { height: '34px', px: '3', fontSize: 'sm', ...touchTarget },
      md: { height: '38px', px: '4', fontSize: 'md', ...touchTarget },
      lg: { height: '42px', px: '5', fontSize: 'md', ...touchTarget },
      icon: { height: '34px', width: '34px', fontSize: 'md', ...touchTarget },
      inline: { height: 'auto', fontSize: 'sm' },
    },
  },
  defaultVariants: { variant: 'outline', size: 'md' },
})

const control = {
  width: '100%',
  minWidth: 0,
  bg: 'raised',
  color: 'ink',
  border: '1px solid',
  borderColor: 'control',
  borderRadius: 'sm',
  fontSize: 'lg',
  px: '3',
  _placeholder: { color: 'ink.3' },
  _focusVisible: { ...focused, outlineOffset: '0' },
  _invalid: { borderColor: 'accent', borderWidth: '1.5px' },
  _disabled: { opacity: 0.6, cursor: 'not-allowed' },
  // A read-only field must not look editable.
  '&[readonly]': { bg: 'transparent', color: 'ink.2', borderStyle: 'dashed' },
} as const

export const inputRecipe = defineRecipe({ base: { ...control, height: '40px' } })

export const textareaRecipe = defineRecipe({
  base: { ...control, py: '2', lineHeight: 'moderate', resize: 'vertical' },
})

export const headingRecipe = defineRecipe({
  base: { fontFamily: 'heading', fontWeight: 'normal', letterSpacing: 'tight', textWrap: 'balance' },
})

export const spinnerRecipe = defineRecipe({
  base: {
    display: 'inline-block',
    width: '1em',
    height: '1em',
    borderRadius: 'full',
    border: '2px solid currentColor',
    borderTopColor: 'transparent',
    animation: 'spin 700ms linear infinite',
  },
})

export const linkRecipe = defineRecipe({
  base: {
    color: 'ink',
    fontWeight: 'semibold',
    borderRadius: 'xs',
    textUnderlineOffset: '3px',
    _hover: { textDecoration: 'underline' },
    _focusVisible: focused,
  },
  variants: { tone: { accent: { color: 'accent' }, ink: {} } },
  defaultVariants: { tone: 'ink' },
})
