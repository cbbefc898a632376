import './ui/theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { waitFor } from 'xstate'
import { createApp } from './compose/app.ts'
import { createBase } from './compose/base.ts'
import { createScreens } from './compose/screens.ts'
import { lookUp } from './machines/look-up.ts'
import { hasScreenFailed } from './machines/navigation/navigation.selectors.ts'
import type { InSystem } from './machines/system.ts'
import { initLocale } from './services/locale.start.ts'
import { reloadAfterSleep } from './services/wake.ts'
import { App } from './ui/app.tsx'
import { setLocale } from './ui/parts/format.ts'

/** What services, which are no actors, reach the actors by. */
const scope: InSystem = {
  get system() {
    return app.system
  },
}
const base = createBase(window, scope)
const screens = createScreens(base)
const app = createApp(base, screens)

reloadAfterSleep(base.clock, base.cache)
initLocale(base.storage, base.cache, setLocale)
// A developer looks at the live actors; nobody else loads a byte of it.
if (new URLSearchParams(location.search).has('inspect'))
  (await import('./ui/inspect/inspector.ts')).inspect(app)
app.start()

// The first screen's code is there before anything is drawn, or that it could not be fetched: nothing flashes.
await waitFor(
  lookUp(app, 'navigation')!,
  (navigation) => navigation.context.current !== null || hasScreenFailed(navigation),
)
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App app={app} loaded={screens} />
  </StrictMode>,
)
