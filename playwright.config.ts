import { defineConfig, devices } from '@playwright/test'
import { PATIENCE } from './tests/harness/patience.ts'

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
/** The proxy of scripts/slow-network.mjs. */
const { SLOW_NETWORK } = process.env

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/build.ts',
  outputDir: 'test-results',
  // Our own server, and one that says only what the specification lists.
  projects: [
    { name: 'product', testIgnore: ['**/specified/**'] },
    { name: 'specified', testDir: 'tests/e2e/specified' },
  ],
  fullyParallel: true,
  workers: 2,
  timeout: PATIENCE.test,
  expect: { timeout: PATIENCE.wait },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    // Drawing dialogs that fade costs two cores more than all that is tested; main-job.spec.ts walks with motion.
    contextOptions: { reducedMotion: 'reduce' },
    ...(SLOW_NETWORK && { proxy: { server: SLOW_NETWORK, bypass: '<-loopback>' } }),
    actionTimeout: PATIENCE.wait,
    navigationTimeout: PATIENCE.wait,
    launchOptions: {
      executablePath: CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
  },
})
