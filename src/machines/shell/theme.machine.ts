import { type ActorRefFrom, setup } from 'xstate'
import { actionNotProvided } from '../not-provided.ts'

type ThemeChoice = 'light' | 'dark' | 'system'

const base = setup({
  types: {} as {
    events: { type: 'theme.picked'; choice: ThemeChoice }
  },
  guards: {
    isLight: (_, { choice }: { choice: ThemeChoice }) => choice === 'light',
    isDark: (_, { choice }: { choice: ThemeChoice }) => choice === 'dark',
  },
  actions: { applyTheme: actionNotProvided<{ choice: ThemeChoice }>('applyTheme') },
})

/** S1.3, S4.20: light, dark, or the system's setting; starts with the stored one. */
export const createThemeMachine = (stored: ThemeChoice) =>
  base.createMachine({
    id: 'theme',
    description: 'Light, dark, or the same as your system.',
    initial: stored,
    on: {
      'theme.picked': [
        {
          guard: { type: 'isLight', params: ({ event }) => event },
          target: '.light',
          actions: { type: 'applyTheme', params: ({ event: { choice } }) => ({ choice }) },
        },
        {
          guard: { type: 'isDark', params: ({ event }) => event },
          target: '.dark',
          actions: { type: 'applyTheme', params: ({ event: { choice } }) => ({ choice }) },
        },
        {
          target: '.system',
          actions: { type: 'applyTheme', params: ({ event: { choice } }) => ({ choice }) },
        },
      ],
    },
    states: {
      light: {
        description: 'Light colours.',
      },
      dark: {
        description: 'Dark colours.',
      },
      system: {
        description: 'Follows the system, also while the page is open.',
      },
    },
  })

export const themeMachine = createThemeMachine('system')

export type ThemeRef = ActorRefFrom<typeof themeMachine>
