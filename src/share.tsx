import './ui/theme/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createActor } from 'xstate'
import { provideConnections } from './services/connections.provide.ts'
import { createVisitorClient } from './services/http/client.ts'
import { provideShare } from './services/share.provide.ts'
import { createShareApi, visitorKey } from './services/share-api.ts'
import { socketOrigin } from './services/socket-tokens.ts'
import { createStorage } from './services/storage.ts'
import { provideTheme } from './services/theme.provide.ts'
import { SharePageApp } from './ui/screens/share/share-app.tsx'
import { createStyleCache } from './ui/theme/emotion.ts'

const id = location.pathname.split('/')[3] ?? ''
const embedded = new URLSearchParams(location.search).has('embed')
const now = Date.now
const storage = createStorage(() => localStorage)
const http = createVisitorClient({ base: '', visitorToken: () => storage.read(visitorKey(id)) })
const api = createShareApi({ http, storage, id, channel: embedded ? 'embed' : 'share' })
const { share, answerFeedback } = provideShare({
  api,
  id,
  tab: window,
  now,
  connections: provideConnections({
    freshToken: api.known,
    tokenRefused: api.forget,
    origin: socketOrigin(''),
  }),
  theme: provideTheme(storage),
})
const actor = createActor(share, { systemId: 'share', input: { id, now: now() } }).start()
// The script that shows the frame listens for it; it tells nothing, so whoever listens may hear it.
const closeFrame = embedded ? () => parent.postMessage('lectern.closed', '*') : null

const root = document.getElementById('root')!
const drawn = (
  <StrictMode>
    <SharePageApp
      share={actor}
      answerFeedback={answerFeedback}
      closeFrame={closeFrame}
      styles={createStyleCache()}
    />
  </StrictMode>
)
// The build has drawn the page as it waits for its assistant; while developing nobody has.
startTransition(() => {
  if (root.hasChildNodes()) hydrateRoot(root, drawn)
  else createRoot(root).render(drawn)
})
