import { ChakraProvider } from '@chakra-ui/react/styled-system'
import type { EmotionCache } from '@emotion/cache'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { type ComponentType, type ReactNode, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { waitFor } from 'xstate'
import { createApp } from './compose/app.ts'
import type { Base } from './compose/base.ts'
import { compose as forgotPassword } from './compose/forgot-password.tsx'
import { compose as invitation } from './compose/invitation.tsx'
import { compose as logIn } from './compose/log-in.tsx'
import { compose as paymentSuccess } from './compose/payment-success.tsx'
import { compose as register } from './compose/register.tsx'
import { compose as resetPassword } from './compose/reset-password.tsx'
import { createStart, type Start } from './compose/start.ts'
import { lookUp } from './machines/look-up.ts'
import { t } from './texts/t.ts'
import { App } from './ui/app.tsx'
import { Waiting } from './ui/shell/waiting.tsx'
import { STYLE_KEY, WITHOUT_PREFIXES } from './ui/theme/emotion.ts'
import { createAppTheme } from './ui/theme/themes.ts'
import { ShareWaiting } from './ui/visitors/share/share-waiting.tsx'

/** Run by the build (scripts/prerender.mjs), in Node: renders the public pages as before any script loads. */

const appTheme = createAppTheme()

type Compose = (base: Start & Base) => ComponentType

const composed: Readonly<Record<string, Compose>> = {
  logIn,
  register,
  forgotPassword,
  resetPassword,
  invitation,
  paymentSuccess,
}

/** A browser at this address in which no one is signed in and nothing happens. */
function emptyTab(address: string): Window {
  const { pathname, search, hash } = new URL(address, 'http://prerender.invalid')
  const nothing = () => {}
  return {
    location: { pathname, search, hash, origin: '' },
    history: { state: null, replaceState: nothing },
    document: {
      addEventListener: nothing,
      removeEventListener: nothing,
      getElementById: () => null,
      querySelector: () => null,
      querySelectorAll: () => [],
    },
    performance,
    addEventListener: nothing,
    removeEventListener: nothing,
    setInterval: nothing,
    clearInterval: nothing,
    requestAnimationFrame: nothing,
  } as unknown as Window
}

function emptyStyles() {
  const styles = createCache({ key: STYLE_KEY, stylisPlugins: WITHOUT_PREFIXES })
  // Collects the rules; without it, emotion would insert style elements.
  styles.compat = true
  return styles
}

/** For a browser that runs no scripts. */
export const WITHOUT_SCRIPT = t('Lectern needs JavaScript. Turn it on and reload the page.')

/** Shown by a script in index.html and share.html, and by src/main.tsx. */
export const WITHOUT_CODE = t('This page has not loaded. Reload it to try again.')

/** The markup, and the rules that it needs. */
function drawn(view: (styles: EmotionCache) => ReactNode) {
  const styles = emptyStyles()
  const html = renderToString(view(styles))
  const rules = Object.entries(styles.inserted).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return { html, names: rules.map(([name]) => name), css: rules.map(([, rule]) => rule).join('') }
}

/** A screen of the app at this address, while signed out. */
export async function drawScreen(address: string) {
  const tab = emptyTab(address)
  // Read once for the sidebar's cookie. Later, it would make emotion believe that this is a browser.
  Object.assign(globalThis, { document: { cookie: '' } })
  const start = createStart(tab, {
    get system() {
      return app.system
    },
  })
  const base = { ...start, ...(await start.loadBase()) }
  const found = new Map(Object.entries(composed).map(([id, compose]) => [id, compose(base)]))
  const none = () => {
    throw new Error('nobody is signed in')
  }
  const app = createApp(start, {
    loadScreen: async () => {},
    loadWorkspace: none,
    logicOf: none,
    screenOf: (id) => found.get(id) ?? null,
    workspace: () => null,
  })
  Reflect.deleteProperty(globalThis, 'document')
  app.start()
  const { context } = await waitFor(
    lookUp(app, 'navigation')!,
    ({ context: { current } }) => current !== null,
  )
  const { id: screen, title } = context.current!.route
  const page = drawn((styles) => (
    <StrictMode>
      <App
        app={app}
        loaded={{ screenOf: (id) => found.get(id) ?? null, workspace: () => null }}
        system={appTheme.system}
        styles={styles}
      />
    </StrictMode>
  ))
  app.stop()
  return { ...page, screen, title: t('{title} · Lectern', { title }) }
}

const alone = (view: ReactNode) =>
  drawn((styles) => (
    <CacheProvider value={styles}>
      <ChakraProvider value={appTheme.system}>{view}</ChakraProvider>
    </CacheProvider>
  ))

/** The shell before its code has loaded, and a public page before its assistant has. */
export const drawShell = () => alone(<Waiting />)
export const drawSharePage = () => alone(<ShareWaiting />)

/** The theme's rules that belong to no component. */
export function themeRules() {
  const styles = emptyStyles()
  return String(styles.insert('', appTheme.globals(), styles.sheet, false))
}
