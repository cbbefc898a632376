import './ui/theme/base.css'
import { createRoot } from 'react-dom/client'
import { createActor } from 'xstate'
import { readerMachine } from './machines/reader/reader.machine.ts'
import { createVisitorClient } from './services/http/client.ts'
import { createLive } from './services/live.ts'
import { provideShare, SHARE } from './services/share.provide.ts'
import { createShareApi, visitorKey } from './services/share-api.ts'
import { provideSocket } from './services/socket.provide.ts'
import { socketOrigin } from './services/socket-tokens.ts'
import { createStorage } from './services/storage.ts'
import { startTheme } from './services/theme.start.ts'
import { SharePageApp } from './ui/screens/share/share-app.tsx'

const id = location.pathname.split('/')[3] ?? ''
const embedded = new URLSearchParams(location.search).has('embed')
const now = Date.now
const storage = createStorage(() => localStorage)
const theme = startTheme(storage)
const http = createVisitorClient({ base: '', visitorToken: () => storage.read(visitorKey(id)) })
const api = createShareApi({ http, storage, id, channel: embedded ? 'embed' : 'share' })
const { live } = createLive(
  provideSocket({
    freshToken: api.known,
    tokenRefused: api.forget,
    origin: socketOrigin(''),
    showToast: () => {},
  }),
)
const machines = provideShare({ api, live, id, tab: window, now })
const share = createActor(machines.share, { systemId: SHARE, input: { id, now: now() } }).start()
const visits = createActor(
  machines.visits.provide({
    actions: {
      forget: (_, { id: gone }) =>
        share.getSnapshot().children.conversation?.send({ type: 'conversation.deleted', id: gone }),
    },
  }),
).start()
// The sources of a visitor are passages: no document is ever opened.
const reader = createActor(readerMachine).start()
// The script that shows the frame listens for it; it tells nothing, so whoever listens may hear it.
const closeFrame = embedded ? () => parent.postMessage('lectern.closed', '*') : null

createRoot(document.getElementById('root')!).render(
  <SharePageApp
    actors={{ share, visits, reader, theme, answerFeedback: machines.answerFeedback }}
    closeFrame={closeFrame}
  />,
)
