import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, Visitor } from 'vite'
import { appChunks, shareChunks } from './scripts/app-build/chunks.ts'
import { fontSubsets } from './scripts/app-build/font-subsets.ts'
import { plainIcons } from './scripts/app-build/plain-icons.ts'
import { themeNames } from './scripts/app-build/theme-names.ts'
import { usedUtilities } from './scripts/app-build/used-utilities.ts'
import { withoutPrefixes } from './scripts/app-build/without-prefixes.ts'
import { LANGUAGES } from './src/texts/language.ts'
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

/** The rules of an operation are for the server and the reference: the app has its address and the schema of its answer. */
const operationsWithoutRules: Plugin = {
  name: 'operations-without-rules',
  apply: 'build',
  transform(code, id) {
    if (!id.startsWith(`${SOURCES}services/contract/operations/`)) return
    const cuts: (readonly [number, number])[] = []
    new Visitor({
      CallExpression({ callee, arguments: [, answer, rules] }) {
        if (callee.type === 'Identifier' && callee.name === 'operation' && answer && rules)
          cuts.push([answer.end, rules.end])
      },
    }).visit(this.parse(code))
    return {
      code: cuts.reduceRight((kept, [from, to]) => kept.slice(0, from) + kept.slice(to), code),
      map: null,
    }
  },
}

/** What each chunk is made of, with the length of each module: the tests hold the budgets of the first screens against it. */
const chunkModules = (file: string): Plugin => ({
  name: 'chunk-modules',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? [part] : []))
    const nameOf = (id: string) =>
      id
        .replace(/^.*\/node_modules\//, 'npm:')
        .replace(SOURCES, '')
        .replace(`${import.meta.dirname}/`, '')
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

/** The texts of each language but English, loaded before the app; see scripts/prerender.mjs. */
const TEXTS = LANGUAGES.filter((language) => language !== 'en').map((language) => `src/texts/${language}.ts`)

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

/**
 * What does nothing when it is imported, and does not say so by itself: Emotion imports the first two for what nobody
 * here uses; the values of the tokens stand in the pages.
 */
const treeshake = {
  moduleSideEffects: [
    {
      test: /node_modules\/(hoist-non-react-statics|react-is)\/|\/src\/(ui\/theme\/tokens\.ts$|services\/(contract|wire)\/)/,
      sideEffects: false,
    },
  ],
}

const FIRST_VIEWS =
  /\/src\/ui\/([^/]+|(parts|shell|billing|accounts\/log-in|assistants\/integrations|developers\/api-keys|organizations\/invitation|visitors\/share)\/(?!payment-screen|pricing-screen).+|accounts\/(register|forgot-password|reset-password|confirm-email)-screen\.tsx|conversations\/conversation\/(assistant-avatar|interrupted|margin-rule|powered-by|question-field|starters)\.tsx)$/

/** The server, which is not on PORT where scripts/dev.mjs has started it behind the app. */
const api = { target: `http://127.0.0.1:${process.env.API_PORT ?? process.env.PORT ?? 3000}`, ws: true }

/**
 * `share`: the public page, which shares no file with the app, so that no visitor loads any of it. `prerender`: what
 * scripts/prerender.mjs draws the first pages with, in Node.
 */
export default defineConfig(({ mode }) => ({
  plugins: [
    react({ compiler: true, exclude: [/\/node_modules\//, FIRST_VIEWS] }),
    sonnerWithoutStyleElement,
    machinesWithoutDescriptions,
    operationsWithoutRules,
    publicPage,
    compiledCatalogues,
    compiledTexts,
    plainIcons,
    fontSubsets,
    ...(mode === 'prerender'
      ? []
      : [
          themeNames,
          usedUtilities,
          withoutPrefixes,
          chunkModules(mode === 'share' ? 'share-modules' : 'modules'),
        ]),
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
    // All of these browsers know it.
    modulePreload: { polyfill: false },
    // Older targets would rewrite light-dark(), which the theme switch needs as it is.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: mode === 'share' ? '.vite/share-manifest.json' : mode !== 'prerender',
    rolldownOptions:
      mode === 'prerender'
        ? {}
        : mode === 'share'
          ? { treeshake, input: ['share.html', ...TEXTS], output: { codeSplitting: shareChunks } }
          : { treeshake, input: ['index.html', ...TEXTS], output: { codeSplitting: appChunks } },
  },
  server: {
    proxy: {
      '/api': api,
      '/checkout': api,
      '/signed-in': api,
      '/fonts': api,
      '/outbox': api,
      '/docs': api,
      '/v1': api,
      // The API shares these with two screens: a page is the app's.
      '^/(forgot|reset)-password': {
        ...api,
        bypass: ({ headers, url }) => (headers.accept?.includes('text/html') ? url : undefined),
      },
    },
  },
}))
