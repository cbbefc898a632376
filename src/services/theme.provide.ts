import { type ThemeChoice, themeMachine } from '../machines/theme/theme.machine.ts'
import type { Storage } from './storage.ts'

/** The key that index.html reads before the first paint. */
const KEY = 'theme'

export const provideTheme = (storage: Storage) =>
  themeMachine.provide({
    actions: {
      applyTheme: (_, { choice }) => {
        document.documentElement.style.colorScheme = choice === 'system' ? 'light dark' : choice
        storage.write(KEY, choice)
      },
    },
  })

export const storedTheme = (storage: Storage): ThemeChoice => {
  const stored = storage.read(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}
