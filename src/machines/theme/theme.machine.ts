import { type ActorRefFrom, setup } from 'xstate'

export type ThemeChoice = 'light' | 'dark' | 'system'

/** S1.3, S4.20: light, dark, or as the system has it; started in the state of the stored choice. */
export const themeMachine = setup({
  types: {} as {
    events: { type: 'theme.picked'; choice: ThemeChoice }
  },
  guards: {
    isLight: (_, { choice }: { choice: ThemeChoice }) => choice === 'light',
    isDark: (_, { choice }: { choice: ThemeChoice }) => choice === 'dark',
  },
  actions: { applyTheme: (_, _params: { choice: ThemeChoice }) => {} },
}).createMachine({
  id: 'theme',
  description: 'Light, dark, or as the system has it.',
  initial: 'system',
  on: {
    'theme.picked': [
      { guard: { type: 'isLight', params: ({ event }) => event }, target: '.light' },
      { guard: { type: 'isDark', params: ({ event }) => event }, target: '.dark' },
      { target: '.system' },
    ],
  },
  states: {
    light: {
      description: 'Ink on paper.',
      entry: { type: 'applyTheme', params: { choice: 'light' } },
    },
    dark: {
      description: 'Paper on ink.',
      entry: { type: 'applyTheme', params: { choice: 'dark' } },
    },
    system: {
      description: 'Follows the system, also while the page is open.',
      entry: { type: 'applyTheme', params: { choice: 'system' } },
    },
  },
})

export type ThemeRef = ActorRefFrom<typeof themeMachine>
