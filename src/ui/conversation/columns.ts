import type { SystemStyleObject } from '@chakra-ui/react'

/** The page of a conversation measures itself: beside a list it is narrower than the window. */
export const page: SystemStyleObject = { containerName: 'conversation', containerType: 'inline-size' }

export const BESIDE = '@container conversation (min-width: 46rem)'
export const MARGIN = 'clamp(16rem, 34cqi, 21.25rem)'
/** Whoever sets `--gutter` aligns what stands in containers of different widths. */
export const GUTTER = 'var(--gutter, clamp(1.25rem, 4.3cqi, 2.75rem))'
