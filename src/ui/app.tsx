import { Box } from '@chakra-ui/react'
import { ChakraProvider, type SystemContext } from '@chakra-ui/react/styled-system'
import type { EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { shallowEqual, useSelector } from '@xstate/react'
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Router } from 'wouter'
import type { AppRef } from '../machines/shell/app.machine.ts'
import {
  hasScreenFailed,
  selectPathname,
  selectRouteId,
} from '../machines/shell/navigation/navigation.selectors.ts'
import type { WorkspaceRef } from '../machines/shell/workspace.machine.ts'
import { t } from '../texts/t.ts'
import { ActorsContext, useActors, useNavigationLocation } from './actors.ts'
import { ErrorBoundary } from './parts/error-boundary.tsx'
import { later } from './parts/later.ts'
import { ErrorState } from './parts/states.tsx'
import { isInShell } from './routes.ts'
import { ViewsContext } from './view-actor.ts'

const Toasts = later(async () => (await import('./shell/toasts.tsx')).Toasts)

/** Toasts appear after the first screen. */
function LaterToasts() {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    const loaded = () => setLoaded(true)
    if (document.readyState === 'complete') return loaded()
    addEventListener('load', loaded)
    return () => removeEventListener('load', loaded)
  }, [])
  return <Suspense fallback={null}>{isLoaded && <Toasts />}</Suspense>
}

/** The loaded part; null before. */
export interface Loaded {
  readonly screenOf: (routeId: string) => ComponentType | null
  readonly workspace: () => ComponentType<{ actor: WorkspaceRef; children: ReactNode }> | null
}

interface AppProps {
  app: AppRef
  loaded: Loaded
  /** Chakra's system with the app's theme. */
  system: SystemContext
  /** Receives the style rules. */
  styles: EmotionCache
  /** The first render is in the page, and interactive. */
  onDrawn?: () => void
}

/** The whole app. */
export function App({ app, loaded, system, styles, onDrawn }: AppProps) {
  useEffect(() => onDrawn?.(), [onDrawn])
  const actors = useSelector(app, ({ children }) => children, shallowEqual)
  const { session, navigation, toasts, theme, sidebar, views } = actors
  if (!session || !navigation || !toasts || !theme || !sidebar || !views) return null
  return (
    <CacheProvider value={styles}>
      <ChakraProvider value={system}>
        <ActorsContext value={{ app, session, navigation, toasts, theme, sidebar }}>
          <ViewsContext value={views}>
            <Router hook={useNavigationLocation}>
              <Outlet loaded={loaded} />
            </Router>
            <LaterToasts />
          </ViewsContext>
        </ActorsContext>
      </ChakraProvider>
    </CacheProvider>
  )
}

const NotFetched = ({ onRetry }: { onRetry: () => void }) => (
  <Box p="11">
    <ErrorState
      message={t('The page could not be loaded. Check your connection and try again.')}
      onRetry={onRetry}
    />
  </Box>
)

/** The screen of the address; if it cannot be drawn, the next address is tried. */
function Outlet({ loaded }: { loaded: Loaded }) {
  const { navigation } = useActors()
  const path = useSelector(navigation, selectPathname)
  return (
    <ErrorBoundary at={path}>
      <Arrived loaded={loaded} path={path} />
    </ErrorBoundary>
  )
}

/** S2.18: for an unknown address; the shell stays for a signed-in person. */
const NOT_FOUND = 'notFound'

/** The screen that navigation arrived at; those of the workspace are inside its shell, which survives a crash. */
function Arrived({ loaded, path }: { loaded: Loaded; path: string }) {
  const { app, navigation } = useActors()
  const routeId = useSelector(navigation, selectRouteId)
  const failed = useSelector(navigation, hasScreenFailed)
  const workspace = useSelector(app, ({ children }) => children.workspace ?? null)
  const unopened = useSelector(app, (snapshot) => snapshot.hasTag('failed'))
  const retry = () => {
    app.send({ type: 'retry.requested' })
    navigation.send({ type: 'retry.requested' })
  }
  if (failed) return <NotFetched onRetry={retry} />
  const Screen = routeId === null ? null : loaded.screenOf(routeId)
  if (!Screen || routeId === null) return null
  if (routeId === NOT_FOUND && !workspace)
    return (
      <main>
        <Screen />
      </main>
    )
  if (routeId !== NOT_FOUND && !isInShell(routeId)) return <Screen />
  if (unopened) return <NotFetched onRetry={retry} />
  const Workspace = loaded.workspace()
  if (!workspace || !Workspace) return null
  return (
    <Workspace actor={workspace}>
      <ErrorBoundary at={path}>
        <Screen key={path} />
      </ErrorBoundary>
    </Workspace>
  )
}
