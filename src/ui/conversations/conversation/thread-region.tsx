import { Box } from '@chakra-ui/react'
import type { ReactNode, RefObject } from 'react'
import { t } from '../../../texts/t.ts'
import { page } from './columns.ts'
import { MarginRule } from './margin-rule.tsx'

interface ThreadRegionProps {
  scroller: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** Shows a conversation that continues elsewhere, with its citations in the margin. */
export const ThreadRegion = ({ scroller, children }: ThreadRegionProps) => (
  <Box css={page} position="relative" flex="1" minHeight={0} overflow="hidden">
    <MarginRule />
    <Box
      ref={scroller}
      position="relative"
      height="full"
      overflowY="auto"
      role="region"
      aria-label={t('Conversation')}
      tabIndex={0}
    >
      {children}
    </Box>
  </Box>
)
