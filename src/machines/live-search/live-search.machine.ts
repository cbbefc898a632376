import { type ActorRefFrom, assign, emit, setup } from 'xstate'

/** Typing rests for so long before the list follows it. */
const TYPING_RESTS = 250 // ms

type LiveSearchEvent = { type: 'text.typed'; text: string } | { type: 'text.submitted' }

/** A search that follows what is typed, without a request for every letter. */
export const liveSearchMachine = setup({
  types: {} as {
    context: { readonly text: string }
    events: LiveSearchEvent
    emitted: { type: 'text.settled'; text: string }
  },
  delays: { typingRests: TYPING_RESTS },
  actions: {
    rememberText: assign({ text: (_, { text }: { text: string }) => text }),
    announceSettled: emit(({ context }) => ({ type: 'text.settled' as const, text: context.text })),
  },
}).createMachine({
  id: 'liveSearch',
  description: 'A search that follows what is typed.',
  context: { text: '' },
  initial: 'settled',
  states: {
    settled: {
      description: 'The list shows what was searched for.',
      on: {
        'text.typed': { target: 'typing', actions: { type: 'rememberText', params: ({ event }) => event } },
      },
    },
    typing: {
      description: 'A text is being typed; the list follows when that rests, or at Enter.',
      after: { typingRests: { target: 'settled', actions: 'announceSettled' } },
      on: {
        'text.typed': {
          target: 'typing',
          reenter: true,
          actions: { type: 'rememberText', params: ({ event }) => event },
        },
        'text.submitted': { target: 'settled', actions: 'announceSettled' },
      },
    },
  },
})

export type LiveSearchRef = ActorRefFrom<typeof liveSearchMachine>
