import type { SystemStyleObject } from '@chakra-ui/react'

/** The page of a conversation measures itself: beside a list, it is narrower than the window. */
export const page: SystemStyleObject = { containerName: 'conversation', containerType: 'inline-size' }

export const BESIDE = '@container conversation (min-width: 46rem)'
const MARGIN_MAX = '21.25rem'
/** The maximum width of a text with its gutters. */
const TEXT = '48.5rem'
/** On a page wider than both, text and margin are centred as one block. */
export const SPARE = `max(0px, (100cqi - ${TEXT} - ${MARGIN_MAX}) / 2)`
export const TEXT_MAX = `calc(${TEXT} + ${SPARE})`
/** The margin's background continues to the edge of the page. */
export const MARGIN = `calc(clamp(16rem, 34cqi, ${MARGIN_MAX}) + ${SPARE})`
/** Setting `--gutter` aligns content in containers of different widths. */
export const GUTTER = 'var(--gutter, clamp(1.25rem, 4.3cqi, 2.75rem))'
/** Left edge of the text. */
export const INSET = `calc(${GUTTER} + ${SPARE})`
/** Content under the texts keeps their width. */
export const UNDER_TEXT: SystemStyleObject = {
  paddingInlineStart: INSET,
  paddingInlineEnd: GUTTER,
  [BESIDE]: { paddingInlineEnd: `calc(${MARGIN} + ${GUTTER})` },
}
