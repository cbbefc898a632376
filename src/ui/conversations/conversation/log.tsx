import { Box, Heading } from '@chakra-ui/react'
import type { ReactNode, RefObject } from 'react'
import { type AssistantShown, Invitation } from './invitation.tsx'

interface LogProps {
  label: string
  scroller: RefObject<HTMLDivElement | null>
  assistant: AssistantShown
  /** No question yet: the assistant's invitation. */
  isEmpty: boolean
  onAsk: (question: string) => void
  children: ReactNode
}

/** The conversation, in its own scroll area. */
export const Log = ({ label, scroller, assistant, isEmpty, onAsk, children }: LogProps) => (
  <Box
    ref={scroller}
    overflowY="auto"
    minHeight={0}
    position="relative"
    role="log"
    // Scrolling draws old content: only new content is announced.
    aria-live="off"
    aria-label={label}
    tabIndex={0}
    // The pinned question does not cover the focused element.
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
