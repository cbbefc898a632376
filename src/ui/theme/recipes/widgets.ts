import { defineSlotRecipe } from '@chakra-ui/react/styled-system'

export const fieldSlotRecipe = defineSlotRecipe({
  slots: ['root', 'label', 'requiredIndicator', 'helperText', 'errorText'],
  base: {
    root: { display: 'flex', flexDirection: 'column', gap: '1.5', width: '100%' },
    label: { fontWeight: 'semibold', fontSize: 'sm', display: 'flex', gap: '1' },
    requiredIndicator: { display: 'none' },
    helperText: { textStyle: 'small', color: 'ink.2' },
    errorText: { textStyle: 'small', color: 'accent', fontWeight: 'medium' },
  },
})

/** S2.44: our own widths; Chakra's of the same names differ. */
export const dialogSlotRecipe = defineSlotRecipe({
  slots: [
    'backdrop',
    'positioner',
    'content',
    'header',
    'title',
    'description',
    'body',
    'footer',
    'closeTrigger',
  ],
  base: {
    backdrop: {
      position: 'fixed',
      inset: 0,
      bg: 'veil',
      zIndex: 'popover',
      _open: { animation: 'fade-in 160ms ease-out' },
      _closed: { animation: 'fade-out 120ms ease-out' },
    },
    positioner: {
      position: 'fixed',
      inset: 0,
      zIndex: 'popover',
      display: 'flex',
      // Safe: content taller than the screen begins at its top, where it can be scrolled to.
      alignItems: { base: 'safe flex-end', md: 'safe center' },
      justifyContent: 'center',
      overflow: 'auto',
      p: { base: '0', md: '6' },
    },
    content: {
      width: '100%',
      bg: 'sheet',
      border: '1px solid',
      borderColor: 'rule',
      borderRadius: { base: '12px 12px 0 0', md: 'lg' },
      boxShadow: 'float',
      outline: 'none',
      _open: { animation: 'rise 160ms ease-out' },
      _closed: { animation: 'sink 120ms ease-out' },
    },
    header: { px: '7', pt: '6', pb: '2' },
    title: { textStyle: 'section', fontSize: '1.75rem' },
    description: { color: 'ink.2', textStyle: 'small', mt: '1' },
    body: { px: '7', py: '3' },
    footer: {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'flex-end',
      gap: '3',
      px: '7',
      pt: '3',
      pb: '6',
      // On a phone, where long words leave room for one button in a row, they fill their rows.
      '& > *': { flexGrow: { base: 1, sm: 0 } },
    },
    closeTrigger: { position: 'absolute', top: '4', insetEnd: '4' },
  },
  variants: {
    size: {
      sm: { content: { maxW: '24rem' } },
      md: { content: { maxW: '28rem' } },
      lg: { content: { maxW: '32rem' } },
      xl: { content: { maxW: '36rem' } },
      '2xl': { content: { maxW: '42rem' } },
      '3xl': { content: { maxW: '58rem' } },
    },
  },
  defaultVariants: { size: 'lg' },
})

/** Popups above the page, beside their trigger. */
const floating = {
  maxHeight: 'var(--available-height)',
  overflowY: 'auto',
  bg: 'raised',
  border: '1px solid',
  borderColor: 'rule',
  borderRadius: 'md',
  boxShadow: 'float',
  outline: 'none',
  zIndex: 'popover',
  _open: { animation: 'rise 120ms ease-out' },
  _closed: { animation: 'sink 120ms ease-out' },
} as const

export const popoverSlotRecipe = defineSlotRecipe({
  slots: ['content'],
  base: {
    content: {
      ...floating,
      display: 'flex',
      flexDirection: 'column',
      width: '20rem',
      maxWidth: 'calc(100vw - 1rem)',
    },
  },
})

export const menuSlotRecipe = defineSlotRecipe({
  slots: ['content', 'item', 'itemGroupLabel', 'separator'],
  base: {
    content: { ...floating, minWidth: '14rem', p: '1.5' },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: '2.5',
      px: '2.5',
      py: '2',
      borderRadius: 'sm',
      fontSize: 'md',
      cursor: 'pointer',
      outline: 'none',
      _highlighted: { bg: 'accent.wash' },
      _disabled: { opacity: 0.55, cursor: 'not-allowed' },
      _icon: { width: '4', height: '4', color: 'ink.3' },
    },
    itemGroupLabel: { textStyle: 'label', color: 'ink.3', px: '2.5', py: '1.5' },
    separator: { height: '1px', border: '0', bg: 'rule', my: '1.5' },
  },
})
