import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The content security policy forbids the style element that sonner inserts; its CSS file is imported instead. */
const sonnerWithoutStyleElement: Plugin = {
  name: 'sonner-without-style-element',
  transform(code, id) {
    if (id.includes('/sonner/dist/')) return { code: code.replace(/^__insertCSS\(.*\);$/m, ''), map: null }
  },
}

/** The one font of the first screen is asked for with the page, not after its style sheet. */
const preloadedFont: Plugin = {
  name: 'preloaded-font',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle }) {
      const file = Object.keys(bundle ?? {}).find((name) => /figtree-latin-wght-normal.*\.woff2$/.test(name))
      if (!file) return []
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true }
      return [{ tag: 'link', attrs, injectTo: 'head' as const }]
    },
  },
}

const REACT = /node_modules\/(react|react-dom|scheduler)\//

/** What the built server hands out at these two addresses. */
const publicPage: Plugin = {
  name: 'public-page',
  configureServer({ middlewares }) {
    middlewares.use((request, _, next) => {
      if (request.url?.startsWith('/share/integration/')) request.url = '/share.html'
      if (request.url === '/embed.js') request.url = '/src/embed/embed.ts'
      next()
    })
  },
}

const api = { target: `http://127.0.0.1:${process.env.PORT ?? 3000}`, ws: true }

/** `share`: the public page, which shares no file with the app, so that no visitor loads any of it. */
export default defineConfig(({ mode }) => ({
  plugins: [react({ compiler: true }), sonnerWithoutStyleElement, preloadedFont, publicPage],
  publicDir: mode === 'share' ? false : 'public',
  build: {
    outDir: 'dist/app',
    target: 'baseline-widely-available',
    // Older targets would rewrite light-dark(), which the theme switch needs as it is.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: mode !== 'share',
    rolldownOptions:
      mode === 'share'
        ? {
            input: 'share.html',
            output: { codeSplitting: { groups: [{ name: 'visitor-react', test: REACT }] } },
          }
        : {
            output: {
              codeSplitting: {
                groups: [
                  { name: 'react', test: REACT, priority: 20 },
                  {
                    name: 'vendor',
                    test: /node_modules\/(@emotion|stylis|xstate|@xstate|regexparam|zod|ofetch|ufo|@tanstack|sonner)\/|chakra-ui\/react\/dist\/esm\/(styled-system|utils|preset-base|anatomy|create-context|merge-|components\/(box|stack|flex|grid|center|typography|heading|text|input|textarea|field|spinner))/,
                    priority: 10,
                  },
                  // What every screen shares; what only some need stays with them.
                  {
                    name: 'app',
                    test: /\/src\/(machines|services)\/|\/src\/ui\/(actors|routes|theme\/|parts\/(button|form|link|mark|states)\.)/,
                    priority: 5,
                  },
                ],
              },
            },
          },
  },
  server: {
    proxy: {
      '/api': api,
      '/checkout': api,
      // The API shares these with two screens: a page is the app's.
      '^/(forgot|reset)-password': {
        ...api,
        bypass: ({ headers, url }) => (headers.accept?.includes('text/html') ? url : undefined),
      },
    },
  },
}))
