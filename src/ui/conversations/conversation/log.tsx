import { Box, Heading } from '@chakra-ui/react'
import type { ReactNode, RefObject } from 'react'
import { type AssistantShown, Invitation } from './invitation.tsx'

interface LogProps {
  label: string
  scroller: RefObject<HTMLDivElement | null>
  assistant: AssistantShown
  /** Nothing was asked yet: the assistant invites to. */
  isEmpty: boolean
  onAsk: (question: string) => void
  children: ReactNode
}

/** What was said, scrolled by itself. */
export const Log = ({ label, scroller, assistant, isEmpty, onAsk, children }: LogProps) => (
  <Box
    ref={scroller}
    overflowY="auto"
    minHeight={0}
    position="relative"
    role="log"
    // Scrolling draws what is old: only what is new is said.
    aria-live="off"
    aria-label={label}
    tabIndex={0}
    // What takes the focus is not hidden by the question that is pinned over it.
    css={{ overflowAnchor: 'none', scrollPaddingTop: '8rem' }}
  >
    {isEmpty ? (
      <Invitation assistant={assistant} onAsk={onAsk} />
    ) : (
      <>
        <Heading as="h1" srOnly tabIndex={-1}>
          {assistant.name}
        </Heading>
        {children}
      </>
    )}
  </Box>
)
