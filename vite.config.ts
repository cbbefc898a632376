import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const SOURCES = join(import.meta.dirname, 'src/')

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

/** Which modules are in which chunk: the tests hold against it what the log-in page may load. */
const chunkModules: Plugin = {
  name: 'chunk-modules',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? [part] : []))
    const modules = Object.fromEntries(
      chunks.map(({ fileName, moduleIds }) => [
        fileName,
        moduleIds.filter((id) => id.startsWith(SOURCES)).map((id) => id.slice(SOURCES.length)),
      ]),
    )
    this.emitFile({ type: 'asset', fileName: '.vite/modules.json', source: JSON.stringify(modules) })
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
  plugins: [
    react({ compiler: true }),
    sonnerWithoutStyleElement,
    preloadedFont,
    publicPage,
    ...(mode === 'share' ? [] : [chunkModules]),
  ],
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
                    test: /node_modules\/(@emotion|stylis|xstate|@xstate|regexparam|wouter|zod|ofetch|ufo|@tanstack|sonner)\/|chakra-ui\/react\/dist\/esm\/(styled-system|utils|preset-base|anatomy|create-context|merge-|components\/(box|stack|flex|grid|center|typography|heading|text|input|textarea|field|spinner))/,
                    priority: 10,
                  },
                  // What the first page loads in any case, whichever it is; see tests/e2e/entrance.spec.ts.
                  {
                    name: 'app',
                    test: /\/src\/(machines\/((app|connections|navigation|session|sidebar|socket|theme|toasts)\/|[\w-]+\.ts)|services\/(http\/|contract\/(accounts|billing|common|conversations|documents|notifications|password|roles|sockets)\.|(accounts-api|jwt|pictures|remembered-organization)\.)|ui\/(theme\/|(actors|provided|routes|view-actor)\.|parts\/(button|form|link|mark|notice|states)\.))/,
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
