import { type ActorRefFrom, assign, emit, setup } from 'xstate'
import { matchesOf, type Option, type PickerContext, type PickerEvent, SHOWN_MAX } from './picker.options.ts'

/** S2.33: a list that is searched by typing, with options picked by keyboard or pointer. */
export const pickerMachine = setup({
  types: {} as {
    context: PickerContext
    events: PickerEvent
    emitted: { type: 'option.picked'; id: string }
    tags: 'open' | 'empty'
  },
  guards: {
    hasNoMatch: ({ context }) => context.matches.length === 0,
    hasMore: ({ context }) => context.more > 0,
    isPastShown: ({ context: { matches, more, activeId } }, { by }: { by: 1 | -1 }) =>
      by === 1 && more > 0 && matches.at(-1)?.id === activeId,
  },
  actions: {
    takeOptions: assign(({ context }, { options }: { options: readonly Option[] }) => {
      const { matches, more } = matchesOf(options, context.query, context.limit)
      const isStillThere = matches.some(({ id }) => id === context.activeId)
      return { options, matches, more, activeId: isStillThere ? context.activeId : (matches[0]?.id ?? null) }
    }),
    takeQuery: assign(({ context }, { query }: { query: string }) => {
      const { matches, more } = matchesOf(context.options, query)
      return { query, limit: SHOWN_MAX, matches, more, activeId: matches[0]?.id ?? null }
    }),
    // The first additional option is active: the arrow keys continue from there.
    showMore: assign(({ context: { options, query, limit } }) => {
      const { matches, more } = matchesOf(options, query, limit + SHOWN_MAX)
      return { limit: limit + SHOWN_MAX, matches, more, activeId: matches[limit]?.id ?? null }
    }),
    announcePicked: emit((_, { id }: { id: string }) => ({ type: 'option.picked' as const, id })),
    activate: assign({ activeId: (_, { id }: { id: string }) => id }),
    // After the last comes the first.
    moveActive: assign({
      activeId: ({ context: { matches, activeId } }, { by }: { by: 1 | -1 }) => {
        const place = matches.findIndex(({ id }) => id === activeId)
        return matches.at((place + by) % matches.length)?.id ?? null
      },
    }),
  },
}).createMachine({
  id: 'picker',
  description: 'A list that is searched by typing and picked from.',
  context: { options: [], query: '', limit: SHOWN_MAX, matches: [], more: 0, activeId: null },
  initial: 'closed',
  on: {
    'options.changed': { actions: { type: 'takeOptions', params: ({ event }) => event } },
  },
  states: {
    closed: {
      description: 'Not shown; what was typed is forgotten.',
      entry: { type: 'takeQuery', params: { query: '' } },
      on: { 'picker.opened': 'open' },
    },
    open: {
      description: 'The options that match are shown, and one of them is active.',
      tags: 'open',
      initial: 'listing',
      on: {
        'picker.closed': 'closed',
        'query.changed': {
          target: '.listing',
          actions: { type: 'takeQuery', params: ({ event }) => event },
        },
        'options.changed': {
          target: '.listing',
          actions: { type: 'takeOptions', params: ({ event }) => event },
        },
      },
      states: {
        listing: {
          description: 'The best match is active until the person moves on.',
          always: { guard: 'hasNoMatch', target: 'nothing' },
          on: {
            'active.moved': [
              { guard: { type: 'isPastShown', params: ({ event }) => event }, actions: 'showMore' },
              { actions: { type: 'moveActive', params: ({ event }) => event } },
            ],
            'more.requested': { guard: 'hasMore', actions: 'showMore' },
            'option.approached': { actions: { type: 'activate', params: ({ event }) => event } },
            'option.chosen': {
              target: '#picker.closed',
              actions: { type: 'announcePicked', params: ({ event }) => event },
            },
            'active.chosen': {
              target: '#picker.closed',
              actions: { type: 'announcePicked', params: ({ context }) => ({ id: context.activeId! }) },
            },
          },
        },
        nothing: { description: 'Nothing matches what was typed.', tags: 'empty' },
      },
    },
  },
})

export type PickerRef = ActorRefFrom<typeof pickerMachine>
