import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'machines', environment: 'node', include: ['tests/machines/**/*.test.ts'] } },
      { test: { name: 'services', environment: 'node', include: ['tests/services/**/*.test.ts'] } },
    ],
  },
})
