import { Box } from '@chakra-ui/react'
import { ChakraProvider } from '@chakra-ui/react/styled-system'
import { CacheProvider } from '@emotion/react'
import { shallowEqual, useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import type { AppRef } from '../machines/app/app.machine.ts'
import {
  hasScreenFailed,
  selectPathname,
  selectRouteId,
} from '../machines/navigation/navigation.selectors.ts'
import { ActorsContext, type Machines, MachinesContext, useActors } from './actors.tsx'
import { ErrorBoundary } from './parts/error-boundary.tsx'
import { ErrorState } from './parts/states.tsx'
import { isInShell, screenOf } from './routes.ts'
import { Toasts } from './shell/toasts.tsx'
import { createStyleCache, themed } from './theme/emotion.ts'
import { ViewsContext } from './view-actor.ts'

const styleCache = createStyleCache()
const Workspace = lazy(async () => ({ default: (await import('./shell/workspace.tsx')).Workspace }))

/** Everything that is drawn. */
export function App({ app, machines }: { app: AppRef; machines: Machines }) {
  const actors = useSelector(app, ({ children }) => children, shallowEqual)
  const { session, navigation, toasts, theme, sidebar, connections, views } = actors
  if (!session || !navigation || !toasts || !theme || !sidebar || !connections || !views) return null
  return (
    <CacheProvider value={styleCache}>
      <ChakraProvider value={themed}>
        <ActorsContext value={{ app, session, navigation, toasts, theme, sidebar, connections }}>
          <ViewsContext value={views}>
            <MachinesContext value={machines}>
              <ErrorBoundary>
                <Outlet />
              </ErrorBoundary>
              <Toasts />
            </MachinesContext>
          </ViewsContext>
        </ActorsContext>
      </ChakraProvider>
    </CacheProvider>
  )
}

/** The screen that navigation has arrived at; those of the workspace inside its shell. */
function Outlet() {
  const { app, navigation } = useActors()
  const routeId = useSelector(navigation, selectRouteId)
  const path = useSelector(navigation, selectPathname)
  const failed = useSelector(navigation, hasScreenFailed)
  const workspace = useSelector(app, ({ children }) => children.workspace ?? null)
  if (failed)
    return (
      <Box p="11">
        <ErrorState
          message="The page could not be fetched. Check your connection and try again."
          onRetry={() => navigation.send({ type: 'retry.requested' })}
        />
      </Box>
    )
  const Screen = routeId === null ? null : screenOf(routeId)
  if (!Screen || routeId === null) return null
  if (!isInShell(routeId)) return <Screen />
  if (!workspace) return null
  return (
    <Suspense fallback={null}>
      <Workspace actor={workspace}>
        <Screen key={path} />
      </Workspace>
    </Suspense>
  )
}
