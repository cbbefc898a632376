import { Box } from '@chakra-ui/react'
import { ChakraProvider } from '@chakra-ui/react/styled-system'
import { CacheProvider } from '@emotion/react'
import { shallowEqual, useSelector } from '@xstate/react'
import type { ComponentType, ReactNode } from 'react'
import { Router } from 'wouter'
import type { AppRef } from '../machines/app/app.machine.ts'
import {
  hasScreenFailed,
  selectPathname,
  selectRouteId,
} from '../machines/navigation/navigation.selectors.ts'
import type { WorkspaceRef } from '../machines/workspace/workspace.machine.ts'
import { ActorsContext, useActors, useNavigationLocation } from './actors.ts'
import { ErrorBoundary } from './parts/error-boundary.tsx'
import { ErrorState } from './parts/states.tsx'
import { isInShell } from './routes.ts'
import { Toasts } from './shell/toasts.tsx'
import { createStyleCache, themed } from './theme/emotion.ts'
import { ViewsContext } from './view-actor.ts'

const styleCache = createStyleCache()

/** What has been loaded by now; null before. */
export interface Loaded {
  readonly screenOf: (routeId: string) => ComponentType | null
  readonly workspace: () => ComponentType<{ actor: WorkspaceRef; children: ReactNode }> | null
}

/** Everything that is drawn. */
export function App({ app, loaded }: { app: AppRef; loaded: Loaded }) {
  const actors = useSelector(app, ({ children }) => children, shallowEqual)
  const { session, navigation, toasts, theme, sidebar, connections, views } = actors
  if (!session || !navigation || !toasts || !theme || !sidebar || !connections || !views) return null
  return (
    <CacheProvider value={styleCache}>
      <ChakraProvider value={themed}>
        <ActorsContext value={{ app, session, navigation, toasts, theme, sidebar, connections }}>
          <ViewsContext value={views}>
            <Router hook={useNavigationLocation}>
              <Outlet loaded={loaded} />
            </Router>
            <Toasts />
          </ViewsContext>
        </ActorsContext>
      </ChakraProvider>
    </CacheProvider>
  )
}

const NotFetched = ({ onRetry }: { onRetry: () => void }) => (
  <Box p="11">
    <ErrorState
      message="The page could not be fetched. Check your connection and try again."
      onRetry={onRetry}
    />
  </Box>
)

/** What the address names; where it cannot be drawn, the next address is tried. */
function Outlet({ loaded }: { loaded: Loaded }) {
  const { navigation } = useActors()
  const path = useSelector(navigation, selectPathname)
  return (
    <ErrorBoundary at={path}>
      <Arrived loaded={loaded} path={path} />
    </ErrorBoundary>
  )
}

/** The screen that navigation has arrived at; those of the workspace inside its shell, which outlives a broken one. */
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
  if (!isInShell(routeId)) return <Screen />
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
