import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { commands } from './tests/harness/browser-commands.ts'
import { PATIENCE } from './tests/harness/patience.ts'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

const PATIENT = {
  // The nightly run tries a property for longer.
  testTimeout: process.env.PROPERTY_RUNS ? 3_600_000 : PATIENCE.test,
  hookTimeout: PATIENCE.hook,
  // Most of what is awaited has come after a few milliseconds; the default of 50 is most of the time of such tests.
  expect: { poll: { timeout: PATIENCE.wait, interval: 5 } },
}

/**
 * Node removes the types of these files itself, and keeps what it compiled for the next run. It reads neither JSX nor
 * `?raw`, and mocks no module: `COMPOSED` and the server's tests are loaded by Vite.
 */
const NATIVE = { viteModuleRunner: false, nodeLoader: false }

/** Loads every screen. */
const COMPOSED = 'tests/services/composed.test.ts'

/** Longest wait until a browser, or a page of it, has begun; ms. */
const BROWSER_PATIENCE = 300_000

/**
 * A walk draws, and looks: nothing that it asks is React's in development, which costs half as much again. What is, such
 * as strict mode, is of the other views.
 */
const productionReact = {
  name: 'production-react',
  transform: {
    filter: { id: /\/node_modules\/(react|react-dom|scheduler)\/[^/]+\.js$/ },
    handler: (code: string) => code.replaceAll('process.env.NODE_ENV', '"production"'),
  },
}

/** Bundled in each run: a dependency that an earlier bundle lacks would reload the page in the middle of the tests. */
const DEPENDENCIES = { force: true }

/** Made anew for each project: Vitest writes into it. */
const inBrowser = () => ({
  ...PATIENT,
  setupFiles: ['tests/ui/setup.ts'],
  // In a fresh clone on a busy machine dependencies are bundled for longer than the minute of the default.
  env: { VITEST_BROWSER_IFRAME_TIMEOUT: String(BROWSER_PATIENCE) },
  browser: {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    connectTimeout: BROWSER_PATIENCE,
    commands,
    provider: playwright({
      launchOptions: { executablePath, args: ['--no-sandbox', '--disable-gpu'] },
      contextOptions: { reducedMotion: 'reduce' as const },
    }),
    instances: [{ browser: 'chromium' as const }],
  },
})

/** Begun last, one of them would keep a core for long while the other has nothing left to do. */
const LONGEST =
  /(services\/(session|live)|ingestion\/(hostile|recognition|parser)|crawling\/crawl|connectors\/github|recovery|webhooks)\.test/

class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]) {
    const sorted = await super.sort(specifications)
    const rank = ({ moduleId }: TestSpecification) => (LONGEST.test(moduleId) ? 0 : 1)
    return sorted.sort((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // By default one core is left to whoever watches; much of a test is waiting.
    maxWorkers: '100%',
    projects: [
      // Without isolation a worker, or a page, loads the app once, and not once for each file.
      {
        test: {
          ...PATIENT,
          name: 'machines',
          environment: 'node',
          experimental: NATIVE,
          isolate: false,
          include: ['tests/machines/**/*.test.ts'],
        },
      },
      {
        test: {
          ...PATIENT,
          name: 'services',
          environment: 'node',
          experimental: NATIVE,
          isolate: false,
          // An `exclude` here would replace that of the command line.
          include: ['tests/services/**/!(composed).test.ts'],
        },
      },
      { test: { ...PATIENT, name: 'composed', environment: 'node', include: [COMPOSED] } },
      {
        test: {
          ...PATIENT,
          name: 'server',
          environment: 'node',
          isolate: false,
          setupFiles: ['tests/server/setup.ts'],
          include: ['tests/server/**/*.test.ts'],
        },
      },
      {
        test: {
          ...PATIENT,
          name: 'cluster',
          environment: 'node',
          include: ['tests/cluster/**/*.test.ts'],
        },
      },
      {
        oxc: { jsx: { development: false } },
        optimizeDeps: {
          ...DEPENDENCIES,
          include: ['react/jsx-runtime'],
          rolldownOptions: { plugins: [productionReact] },
        },
        test: { ...inBrowser(), name: 'walks', isolate: false, include: ['tests/ui/walks/**/*.test.tsx'] },
      },
      {
        plugins: [react()],
        optimizeDeps: DEPENDENCIES,
        test: {
          ...inBrowser(),
          name: 'ui',
          include: ['tests/ui/**/*.test.tsx'],
          exclude: ['tests/ui/walks/**'],
        },
      },
    ],
  },
})
