import { Box, Grid, Heading, type SystemStyleObject } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { ReaderRef } from '../../../machines/knowledge/reader.machine.ts'
import { Framed, Slot, Thinking } from './answer.tsx'
import { Answered, type AnsweredProps } from './answered.tsx'
import { BESIDE, GUTTER, INSET, MARGIN, TEXT_MAX } from './columns.ts'
import { Margin } from './margin.tsx'
import { type PointedRef, usePointedIn } from './pointed.ts'
import type { ExchangeView } from './thread-of.ts'

/** Maximum characters of a question that leaves enough room for its answer. */
const PINNED_MAX = 200
/** It stays visible while its answer, or the longer margin, scrolls; a phone has no room for that. */
const PINNED: SystemStyleObject = {
  [BESIDE]: {
    position: 'sticky',
    top: '-1rem',
    zIndex: 1,
    background: 'paper',
    // Text scrolling under it fades instead of being cut off.
    '&::after': {
      content: '""',
      position: 'absolute',
      top: '100%',
      insetInline: 0,
      height: '0.75rem',
      pointerEvents: 'none',
      backgroundImage: 'linear-gradient(var(--l-colors-paper), transparent)',
    },
  },
}

interface ExchangeProps {
  exchange: ExchangeView
  pointer: PointedRef
  reader: ReaderRef
  feedback: AnsweredProps['feedback']
  /** Additional actions on the answer. */
  action?: ReactNode
  /** Whether a line separates it from the previous one. */
  divided?: boolean
}

/** A question, its answer, and in the margin the passages that it quotes. */
export function Exchange({
  exchange: { question, answer },
  pointer,
  reader,
  feedback,
  action,
  divided = false,
}: ExchangeProps) {
  const pointed = usePointedIn(pointer, answer?.id)
  return (
    <Framed
      frame={
        <Grid
          as="article"
          gridTemplateColumns="minmax(0, 1fr)"
          css={{ [BESIDE]: { gridTemplateColumns: `minmax(0, 1fr) ${MARGIN}` } }}
          borderTop={divided ? '1px solid' : undefined}
          borderColor="rule"
        >
          <Box
            pb="7"
            maxWidth={TEXT_MAX}
            minWidth={0}
            css={{ paddingInlineStart: INSET, paddingInlineEnd: GUTTER }}
          >
            <Heading
              as="h2"
              textStyle="question"
              pt="8"
              pb="3"
              mb="2"
              overflowWrap="anywhere"
              whiteSpace="pre-wrap"
              css={question.length <= PINNED_MAX ? PINNED : undefined}
            >
              {question}
            </Heading>
            <Slot />
          </Box>
          <Margin
            messageId={answer?.id}
            citations={answer?.citations}
            pointed={pointed}
            pointer={pointer}
            reader={reader}
          />
        </Grid>
      }
    >
      {answer ? (
        <Answered
          answer={answer}
          pointed={pointed}
          pointer={pointer}
          reader={reader}
          feedback={feedback}
          action={action}
        />
      ) : (
        <Thinking />
      )}
    </Framed>
  )
}
