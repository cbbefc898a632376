import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compiledCatalogues, compiledTexts } from './tools/texts/compiled-texts.ts'

const SOURCES = join(import.meta.dirname, 'src/')

/** The content security policy forbids the style element that sonner inserts; its CSS file is imported instead. */
const sonnerWithoutStyleElement: Plugin = {
  name: 'sonner-without-style-element',
  transform(code, id) {
    if (id.includes('/sonner/dist/')) return { code: code.replace(/^__insertCSS\(.*\);$/m, ''), map: null }
  },
}

/** What the states of the machines mean is for their drawings: in the app nobody reads it. */
const machinesWithoutDescriptions: Plugin = {
  name: 'machines-without-descriptions',
  apply: 'build',
  transform(code, id) {
    if (!id.startsWith(`${SOURCES}machines/`)) return
    return { code: code.replace(/\bdescription:\s*(?:'[A-Z][^'\\\n]+'|"[A-Z][^"\\\n]+"),?/g, ''), map: null }
  },
}

/** The one font of the first screen is asked for with the page. */
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

/** What each chunk is made of, with the length of each module: the tests hold the budgets of the first screens against it. */
const chunkModules = (file: string): Plugin => ({
  name: 'chunk-modules',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? [part] : []))
    const nameOf = (id: string) =>
      id
        .replace(SOURCES, '')
        .replace(`${import.meta.dirname}/`, '')
        .replace(/^.*\/node_modules\//, 'npm:')
        .replaceAll('\0', '')
    const modules = Object.fromEntries(
      chunks.map(({ fileName, modules: held }) => [
        fileName,
        Object.fromEntries(
          Object.entries(held).map(([id, { renderedLength }]) => [nameOf(id), renderedLength]),
        ),
      ]),
    )
    this.emitFile({ type: 'asset', fileName: `.vite/${file}.json`, source: JSON.stringify(modules) })
  },
})

const WORKSPACE = /\/src\/compose\/(workspace|integrations)\.tsx$/
/** Public pages that can be used before anything is asked of the server, and those that ask at once. */
const FORMS = /\/src\/(main|compose\/(log-in|register|forgot-password))\.tsx?$/
const ASKING = /\/src\/compose\/(base|reset-password|confirm-email|invitation|payment-success)\.tsx?$/

type ModuleInfoOf = (id: string) => { readonly importers: readonly string[] } | null

/** Whether the module is loaded with one of these, by static imports alone. */
function comesWith(entry: RegExp, id: string, infoOf: ModuleInfoOf, seen = new Set<string>()): boolean {
  if (entry.test(id)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return infoOf(id)?.importers.some((importer) => comesWith(entry, importer, infoOf, seen)) ?? false
}

/** Which file a module of ours goes into; null: one of its own, with those that are needed by the same pages. */
function fileOf(id: string, infoOf: ModuleInfoOf) {
  if (!id.startsWith(SOURCES) || comesWith(FORMS, id, infoOf) || !comesWith(WORKSPACE, id, infoOf))
    return null
  return comesWith(ASKING, id, infoOf) ? 'server' : 'workspace'
}

/** Loaded before the app where the page is German; see scripts/prerender.mjs. */
const GERMAN = 'src/texts/de.ts'
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

/**
 * `share`: the public page, which shares no file with the app, so that no visitor loads any of it. `prerender`: what
 * scripts/prerender.mjs draws the first pages with, in Node.
 */
export default defineConfig(({ mode }) => ({
  plugins: [
    react({ compiler: true }),
    sonnerWithoutStyleElement,
    machinesWithoutDescriptions,
    preloadedFont,
    publicPage,
    compiledCatalogues,
    compiledTexts,
    ...(mode === 'prerender' ? [] : [chunkModules(mode === 'share' ? 'share-modules' : 'modules')]),
  ],
  resolve: {
    alias: [
      // React has it since 18; wouter and @xstate/react bring a copy for older ones along.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
  publicDir: mode === 'share' || mode === 'prerender' ? false : 'public',
  // Bundled as for the browser: the classes that both name are the same.
  ...(mode === 'prerender' && { ssr: { noExternal: true } }),
  build: {
    outDir: 'dist/app',
    target: 'baseline-widely-available',
    // Older targets would rewrite light-dark(), which the theme switch needs as it is.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: mode === 'share' ? '.vite/share-manifest.json' : mode !== 'prerender',
    rolldownOptions:
      mode === 'prerender'
        ? {}
        : mode === 'share'
          ? {
              input: ['share.html', GERMAN],
              output: { codeSplitting: { groups: [{ name: 'visitor-react', test: REACT }] } },
            }
          : {
              input: ['index.html', GERMAN],
              output: {
                codeSplitting: {
                  groups: [
                    { name: 'react', test: REACT, priority: 20 },
                    {
                      name: 'vendor',
                      test: /node_modules\/(@emotion|stylis|xstate|@xstate|regexparam|wouter|use-sync-external-store|@pandacss)\/|chakra-ui\/react\/dist\/esm\/(styled-system|utils|preset-base|anatomy|create-context|merge-|components\/(box|stack|flex|grid|center|typography|heading|text|input|textarea|field|spinner))/,
                      priority: 10,
                    },
                    // What speaks with the server: fetched with the workspace, or while somebody types.
                    {
                      name: 'server',
                      test: /node_modules\/(zod|ofetch|ufo|destr|node-fetch-native|@tanstack)\//,
                      priority: 9,
                    },
                    // What the first page loads in any case, whichever it is; see tests/e2e/entrance.spec.ts.
                    {
                      name: 'app',
                      test: /\/src\/(machines\/((app|navigation|session|sidebar|theme|toasts)\/|form\/form\.steps|(system|look-up|not-provided|views|failure|toast-request)\.)|services\/((after-paint|browser-history|clock|cookies|focus|forget-person|jwt|locale\.start|pending-reset|prerendered|refresh-error|refresh-pauses|remembered-organization|runtime-config|start-session|storage|tab-lock|token-store)\.|(navigation|session|sidebar|theme)\.provide)|compose\/(app|screens|start)\.|ui\/(theme\/|shell\/(auth-layout|waiting)\.|(actors|app|provided|routes|view-actor)\.|parts\/(button|error-boundary|form|format|limit|link|mark|notice|states)\.))|vite\/preload-helper/,
                      priority: 5,
                    },
                    // What opens over the page: menus, dialogs, popovers; and the icons, but for the one of a public form.
                    {
                      name: 'overlays',
                      test: /node_modules\/(@zag-js|@floating-ui|@ark-ui|@chakra-ui|@internationalized|lucide-react\/dist\/esm\/icons\/(?!check\.))/,
                      includeDependenciesRecursively: false,
                      priority: 2,
                    },
                    // All else that the shell needs comes in one file; what public pages use as well stays apart.
                    {
                      debugName: 'workspace',
                      name: (id, graph) => fileOf(id, (of) => graph.getModuleInfo(of)),
                      includeDependenciesRecursively: false,
                      priority: 1,
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
      '/fonts': api,
      // The API shares these with two screens: a page is the app's.
      '^/(forgot|reset)-password': {
        ...api,
        bypass: ({ headers, url }) => (headers.accept?.includes('text/html') ? url : undefined),
      },
    },
  },
}))
