import { type ActorRefFrom, assign, setup } from 'xstate'

interface PointerContext {
  /** The citation that the person points at, in the text or in the margin. */
  readonly pointed: { readonly messageId: string; readonly n: number } | null
}

export type PointerEvent =
  | { type: 'citation.pointed'; messageId: string; n: number }
  | { type: 'citation.left' }

/** A numeral and its passage light each other. */
export const pointerMachine = setup({
  types: {} as { context: PointerContext; events: PointerEvent },
  actions: {
    point: assign({ pointed: (_, { messageId, n }: { messageId: string; n: number }) => ({ messageId, n }) }),
    pointNowhere: assign({ pointed: null }),
  },
}).createMachine({
  id: 'pointer',
  description: 'A numeral and its passage light each other.',
  context: { pointed: null },
  initial: 'nowhere',
  on: {
    'citation.pointed': { target: '.pointing', actions: { type: 'point', params: ({ event }) => event } },
  },
  states: {
    nowhere: { description: 'No citation is pointed at.' },
    pointing: {
      description: 'A numeral or its passage is hovered or focused; both are lit.',
      on: { 'citation.left': { target: 'nowhere', actions: 'pointNowhere' } },
    },
  },
})

export type PointerRef = ActorRefFrom<typeof pointerMachine>
