import { ChakraProvider, type SystemContext } from '@chakra-ui/react/styled-system'
import type { EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { shallowEqual, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { answerFeedbackMachine } from '../../../machines/conversations/answer-feedback.machine.ts'
import type { ShareRef } from '../../../machines/visitors/share.machine.ts'
import { ErrorBoundary } from '../../parts/error-boundary.tsx'
import { ViewsContext } from '../../view-actor.ts'
import type { SiteNews } from './share-header.tsx'
import { ShareScreen } from './share-screen.tsx'

interface SharePageAppProps {
  share: ShareRef
  answerFeedback: typeof answerFeedbackMachine
  /** Tells the framing page; null if it is not framed. */
  tellSite: ((news: SiteNews) => void) | null
  /** Chakra's system with the visitors' theme. */
  system: SystemContext
  /** Receives the style rules. */
  styles: EmotionCache
  onDrawn: () => void
}

/** S2.8: the whole visitors' app. */
export const SharePageApp = ({
  share,
  answerFeedback,
  tellSite,
  system,
  styles,
  onDrawn,
}: SharePageAppProps) => {
  useEffect(() => onDrawn(), [onDrawn])
  const { views, visitorConversations, handover, theme } = useSelector(
    share,
    ({ children }) => children,
    shallowEqual,
  )
  if (!views || !theme) return null
  return (
    <CacheProvider value={styles}>
      <ChakraProvider value={system}>
        <ErrorBoundary>
          <ViewsContext value={views}>
            <ShareScreen
              actors={{ share, visitorConversations, handover, theme, answerFeedback }}
              tellSite={tellSite}
            />
          </ViewsContext>
        </ErrorBoundary>
      </ChakraProvider>
    </CacheProvider>
  )
}
