import { Box } from '@chakra-ui/react'
import { BESIDE, MARGIN } from './columns.ts'

/** The margin spans the full height, beside the answers and whatever follows them. */
export const MarginRule = () => (
  <Box
    aria-hidden
    position="absolute"
    insetBlock={0}
    insetInlineEnd={0}
    display="none"
    bg="sheet"
    borderInlineStart="1px solid"
    borderColor="rule"
    css={{ width: MARGIN, [BESIDE]: { display: 'block' } }}
  />
)
