import { type ActorRefFrom, setup } from 'xstate'

export type ThemeChoice = 'light' | 'dark' | 'system'

/** S1.3, S4.20: light, dark, or as the system has it; the choice is stored. */
export const themeMachine = setup({
  types: {} as {
    events: { type: 'theme.picked'; choice: ThemeChoice }
    input: { stored: ThemeChoice }
    context: { stored: ThemeChoice }
  },
  guards: {
    isLight: (_, { choice }: { choice: ThemeChoice }) => choice === 'light',
    isDark: (_, { choice }: { choice: ThemeChoice }) => choice === 'dark',
  },
  actions: { applyTheme: (_, _params: { choice: ThemeChoice }) => {} },
}).createMachine({
  id: 'theme',
  description: 'Light, dark, or as the system has it.',
  context: ({ input }) => input,
  initial: 'restoring',
  on: {
    'theme.picked': [
      { guard: { type: 'isLight', params: ({ event }) => event }, target: '.light' },
      { guard: { type: 'isDark', params: ({ event }) => event }, target: '.dark' },
      { target: '.system' },
    ],
  },
  states: {
    restoring: {
      description: 'The stored choice decides.',
      always: [
        {
          guard: { type: 'isLight', params: ({ context }) => ({ choice: context.stored }) },
          target: 'light',
        },
        { guard: { type: 'isDark', params: ({ context }) => ({ choice: context.stored }) }, target: 'dark' },
        { target: 'system' },
      ],
    },
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
