import './ui/theme/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createActor } from 'xstate'
import { nextTask } from './services/browser/after-paint.ts'
import { showFonts } from './services/browser/fonts.ts'
import { createStorage } from './services/browser/storage.ts'
import { lazyLogic } from './services/shell/lazy-logic.ts'
import { provideTheme } from './services/shell/theme.provide.ts'
import { openCustomerClaim } from './services/visitors/customer-claim.ts'
import { openReplyLink } from './services/visitors/reply-link.ts'
import { provideShare } from './services/visitors/share.provide.ts'
import { createShareStart } from './services/visitors/share-start.ts'
import { isComposing } from './ui/parts/composing.ts'
import { createStyleCache } from './ui/theme/emotion.ts'
import { createVisitorTheme } from './ui/theme/themes.ts'
import { SharePageApp } from './ui/visitors/share/share-app.tsx'
import type { SiteNews } from './ui/visitors/share/share-header.tsx'
import { loadLog } from './ui/visitors/share/share-parts.ts'

const SIGNS_OF_ASKING = ['pointerdown', 'focusin', 'keydown', 'input'] as const

const id = location.pathname.split('/')[3] ?? ''
const embedded = new URLSearchParams(location.search).has('embed')
const now = Date.now
const { claim, ...own } = openCustomerClaim(
  window,
  id,
  createStorage(() => localStorage),
)
const { storage, returnTo } = openReplyLink(window, id, {
  ...own,
  tabStorage: createStorage(() => sessionStorage),
})
const start = createShareStart({ storage, id, claim, channel: embedded ? 'embed' : 'share' })
const share = provideShare({
  start,
  returnTo,
  tab: window,
  now,
  theme: provideTheme(storage),
})
const actor = createActor(share, { systemId: 'share', input: { id, now: now() } }).start()
// The framing script listens for it; it reveals nothing, so any listener may receive it.
const tellSite = embedded ? (news: SiteNews) => parent.postMessage(`lectern.${news}`, '*') : null

// Keys pressed in the frame do not reach the site. A dialog that takes Escape prevents its default.
if (tellSite)
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !isComposing({ nativeEvent: event }))
      tellSite('closed')
  })

/** The answering code is fetched with the page for returning visitors, otherwise when they start to ask. */
const prepare = () => {
  for (const sign of SIGNS_OF_ASKING) removeEventListener(sign, prepare, true)
  // A failed fetch is repeated when the code is needed.
  start.load().catch(() => undefined)
  loadLog().catch(() => undefined)
}
if (start.isKnown()) prepare()
else for (const sign of SIGNS_OF_ASKING) addEventListener(sign, prepare, true)

/** Early: an update also replaces the code that reloads the page after it. */
async function watchVersion() {
  const { createNewerVersion } = await import('./services/shell/newer-version.ts')
  const { watchParts } = await import('./services/shell/replaced-parts.ts')
  const newerVersion = createNewerVersion(window, () => null)
  watchParts(window, newerVersion, () => newerVersion.renew(() => location.pathname))
  newerVersion.restore(location.pathname)
}

async function draw() {
  await nextTask()
  const theme = createVisitorTheme()
  const root = document.getElementById('root')!
  const drawn = (
    <StrictMode>
      <SharePageApp
        share={actor}
        answerFeedback={lazyLogic(() => start.answering().answerFeedback)}
        tellSite={tellSite}
        system={theme.system}
        styles={createStyleCache(theme)}
        onDrawn={() => {
          showFonts(document, storage)
          watchVersion().catch(() => undefined)
        }}
      />
    </StrictMode>
  )
  // The build renders the page waiting for its assistant; in development nothing is rendered.
  startTransition(() => {
    if (root.hasChildNodes()) hydrateRoot(root, drawn)
    else createRoot(root).render(drawn)
  })
}

void draw()
