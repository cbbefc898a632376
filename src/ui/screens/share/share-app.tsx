import { ChakraProvider } from '@chakra-ui/react/styled-system'
import { CacheProvider } from '@emotion/react'
import type { answerFeedbackMachine } from '../../../machines/answer-feedback/answer-feedback.machine.ts'
import type { ReaderRef } from '../../../machines/reader/reader.machine.ts'
import type { ShareRef } from '../../../machines/share/share.machine.ts'
import type { ThemeRef } from '../../../machines/theme/theme.machine.ts'
import type { VisitsRef } from '../../../machines/visits/visits.machine.ts'
import { ErrorBoundary } from '../../parts/error-boundary.tsx'
import { createStyleCache, themed } from '../../theme/emotion.ts'
import { ShareScreen } from './share-screen.tsx'

export interface ShareActors {
  readonly share: ShareRef
  readonly visits: VisitsRef
  readonly reader: ReaderRef
  readonly theme: ThemeRef
  readonly answerFeedback: typeof answerFeedbackMachine
}

interface SharePageAppProps {
  actors: ShareActors
  /** Where the page stands in the frame of another; null where it stands alone. */
  closeFrame: (() => void) | null
}

const styleCache = createStyleCache()

/** S2.8: everything that a visitor sees. */
export const SharePageApp = ({ actors, closeFrame }: SharePageAppProps) => (
  <CacheProvider value={styleCache}>
    <ChakraProvider value={themed}>
      <ErrorBoundary>
        <ShareScreen actors={actors} closeFrame={closeFrame} />
      </ErrorBoundary>
    </ChakraProvider>
  </CacheProvider>
)
