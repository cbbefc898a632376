import { createActor } from 'xstate'
import { type ThemeChoice, themeMachine } from '../machines/theme/theme.machine.ts'
import type { Storage } from './storage.ts'

/** The key that index.html reads before the first paint. */
const KEY = 'theme'

const provideTheme = (storage: Storage) =>
  themeMachine.provide({
    actions: {
      applyTheme: (_, { choice }) => {
        document.documentElement.style.colorScheme = choice === 'system' ? 'light dark' : choice
        storage.write(KEY, choice)
      },
    },
  })

/** As it was stored; index.html has applied it before the first paint. */
export const startTheme = (storage: Storage) => {
  const machine = provideTheme(storage)
  const stored = storage.read(KEY)
  const value: ThemeChoice = stored === 'light' || stored === 'dark' ? stored : 'system'
  return createActor(machine, { snapshot: machine.resolveState({ value }) }).start()
}
