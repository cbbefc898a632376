import { createThemeMachine } from '../../machines/shell/theme.machine.ts'
import type { Storage } from '../browser/storage.ts'

/** The key that index.html reads before the first paint. */
const KEY = 'theme'

/** It starts with the stored theme; index.html has applied it before the first paint. */
export function provideTheme(storage: Storage) {
  const stored = storage.read(KEY)
  return createThemeMachine(stored === 'light' || stored === 'dark' ? stored : 'system').provide({
    actions: {
      applyTheme: (_, { choice }) => {
        document.documentElement.style.colorScheme = choice === 'system' ? 'light dark' : choice
        storage.write(KEY, choice)
      },
    },
  })
}
