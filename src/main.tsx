import './ui/theme/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { waitFor } from 'xstate'
import { createApp } from './compose/app.ts'
import { createScreens } from './compose/screens.ts'
import { createStart } from './compose/start.ts'
import { lookUp } from './machines/look-up.ts'
import { hasScreenFailed, selectRouteId } from './machines/shell/navigation/navigation.selectors.ts'
import type { InSystem } from './machines/system.ts'
import { nextTask, whenIdle } from './services/browser/after-paint.ts'
import { showFonts } from './services/browser/fonts.ts'
import { isPrerendered, keepEarlyInput } from './services/browser/prerendered.ts'
import { initLocale } from './services/shell/locale.start.ts'
import { App } from './ui/app.tsx'
import { setLocale } from './ui/parts/format.ts'
import { createStyleCache } from './ui/theme/emotion.ts'
import { createAppTheme } from './ui/theme/themes.ts'

const { dataset } = document.documentElement

/** In a function: code fetched in the meantime imports this file, which must have finished by then. */
async function begin() {
  await nextTask()
  /** The scope by which services, which are not actors, reach the actors. */
  const scope: InSystem = {
    get system() {
      return app.system
    },
  }
  const start = createStart(window, scope)
  const screens = createScreens(start)
  const app = createApp(start, screens)
  await nextTask()
  const theme = createAppTheme()
  await nextTask()
  initLocale(start.storage, setLocale)
  // For developers who look at the live actors; others do not load a byte of it.
  if (new URLSearchParams(location.search).has('inspect'))
    (await import('./ui/inspect/inspector.ts')).inspect(app)
  app.start()

  // The first screen's code has loaded or failed before anything is drawn: nothing flashes.
  const navigation = lookUp(app, 'navigation')!
  const arrived = await waitFor(
    navigation,
    (snapshot) => snapshot.context.current !== null || hasScreenFailed(snapshot),
  )
  const root = document.getElementById('root')!
  const restoreEarlyInput = keepEarlyInput(document)
  /** The next code is fetched while the person reads, and the workspace while they type their log-in. */
  function onDrawn() {
    restoreEarlyInput()
    showFonts(document, start.storage)
    const fetched = (work: () => Promise<unknown>) =>
      whenIdle(window, () => void work().catch(() => undefined))
    fetched(start.loadBase)
    document.addEventListener('input', () => fetched(() => screens.loadScreen('integrations')), {
      once: true,
    })
  }
  const drawn = (
    <StrictMode>
      <App
        app={app}
        loaded={screens}
        system={theme.system}
        styles={createStyleCache(theme)}
        onDrawn={onDrawn}
      />
    </StrictMode>
  )
  // A transition is rendered in slices: typing is not blocked.
  startTransition(() => {
    // Content that depends on what the build cannot know, such as the query, is rendered again.
    if (isPrerendered(root, location, selectRouteId(arrived))) hydrateRoot(root, drawn)
    else createRoot(root).render(drawn)
  })
}

// Without the configuration, tokens could go to a host that is not the API.
if (!('failed' in dataset))
  begin().catch((error) => {
    dataset.failed = ''
    throw error
  })
