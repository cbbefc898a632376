import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

export default defineConfig({
  test: {
    projects: [
      // Without isolation a worker loads the app once, and not once for each file.
      {
        test: {
          name: 'machines',
          environment: 'node',
          isolate: false,
          include: ['tests/machines/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'services',
          environment: 'node',
          isolate: false,
          include: ['tests/services/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          isolate: false,
          include: ['tests/server/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'ui',
          include: ['tests/ui/**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath, args: ['--no-sandbox'] } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
