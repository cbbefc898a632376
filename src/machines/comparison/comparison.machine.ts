import { type ActorRefFrom, assign, enqueueActions, fromCallback, setup } from 'xstate'
import type { ComparisonContext, ComparisonEvent, Sides, Standing } from './comparison.types.ts'
import { haltedOf, standingOf } from './standing.ts'

const UNKNOWN: Standing = { phase: 'waiting', isLevel: false, text: '' }

const same = (one: Standing, other: Standing) =>
  one.phase === other.phase && one.isLevel === other.isLevel && one.text === other.text

/** One question for an assistant's draft and for what is published of it, side by side. */
export const comparisonMachine = setup({
  types: {} as {
    context: ComparisonContext
    events: ComparisonEvent
    input: Sides
    children: { watch: 'watch' }
  },
  actors: {
    watch: fromCallback<ComparisonEvent, Sides>(({ input, sendBack }) => {
      let last = UNKNOWN
      const look = () => {
        const standing = standingOf(input)
        if (same(standing, last)) return
        last = standing
        sendBack({ type: 'standing.changed', standing } satisfies ComparisonEvent)
      }
      look()
      const watched = [input.draft, input.published].map((side) => side.subscribe(look))
      return () => {
        for (const subscription of watched) subscription.unsubscribe()
      }
    }),
  },
  guards: {
    hasText: ({ context }) => context.standing.text.trim() !== '',
    isWaiting: ({ context }) => context.standing.phase === 'waiting',
    isHalted: ({ context }) => context.standing.phase === 'halted',
    isLevel: ({ context }) => context.standing.isLevel,
  },
  actions: {
    takeStanding: assign({ standing: (_, { standing }: { standing: Standing }) => standing }),
    beginBothAnew: enqueueActions(({ context: { sides }, enqueue }) => {
      for (const side of [sides.draft, sides.published])
        enqueue.sendTo(side, { type: 'conversation.restarted' })
    }),
    askBoth: enqueueActions(({ context: { sides, standing }, enqueue }) => {
      enqueue.sendTo(sides.published, { type: 'draft.changed', text: standing.text })
      for (const side of [sides.draft, sides.published]) enqueue.sendTo(side, { type: 'question.submitted' })
    }),
    retryHalted: enqueueActions(({ context: { sides }, enqueue }) => {
      for (const side of haltedOf(sides)) enqueue.sendTo(side, { type: 'retry.requested' })
    }),
  },
}).createMachine({
  id: 'comparison',
  description: "One question for an assistant's draft and for what is published of it, side by side.",
  context: ({ input }) => ({ sides: input, standing: UNKNOWN }),
  invoke: { id: 'watch', src: 'watch', input: ({ context }) => context.sides },
  initial: 'waiting',
  on: {
    'standing.changed': {
      target: '.deciding',
      actions: { type: 'takeStanding', params: ({ event }) => event },
    },
  },
  states: {
    deciding: {
      description: 'How both conversations stand decides what can be done.',
      always: [
        { guard: 'isWaiting', target: 'waiting' },
        { guard: 'isHalted', target: 'halted' },
        { guard: 'isLevel', target: 'level' },
        { target: 'apart' },
      ],
    },
    waiting: { description: 'One of the two is read, asked, or answers; each can be stopped by itself.' },
    halted: {
      description: 'One could not be read, or its question did not reach the server; Retry.',
      on: {
        'retry.requested': { actions: 'retryHalted' },
        'comparison.restarted': { actions: 'beginBothAnew' },
      },
    },
    level: {
      description: 'Both have been asked the same, and can be asked on.',
      on: {
        'question.submitted': { guard: 'hasText', actions: 'askBoth' },
        'comparison.restarted': { actions: 'beginBothAnew' },
      },
    },
    apart: {
      description: 'They have been asked different things: the next question begins both anew.',
      on: { 'question.submitted': { guard: 'hasText', actions: ['beginBothAnew', 'askBoth'] } },
    },
  },
})

export type ComparisonRef = ActorRefFrom<typeof comparisonMachine>
