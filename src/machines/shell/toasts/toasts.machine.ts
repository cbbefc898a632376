import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import { sendToActor } from '../../system.ts'
import {
  SUGGESTIONS_DELAY,
  TOASTS_KEPT,
  type ToastRequest,
  type ToastsContext,
  type ToastsEvent,
} from './toasts.types.ts'

const RATE_LIMIT = 'rate-limit'

/**
 * S4.5: replaces a toast with the same id in place; otherwise appends the toast, and removes the oldest if
 * there are too many.
 */
function withToast(context: ToastsContext, request: ToastRequest): Partial<ToastsContext> {
  const count = context.count + 1
  const toast = { ...request, id: request.id ?? `toast-${count}` }
  const isShown = context.toasts.some(({ id }) => id === toast.id)
  const toasts = isShown
    ? context.toasts.map((shown) => (shown.id === toast.id ? toast : shown))
    : [...context.toasts, toast].slice(-TOASTS_KEPT)
  return { toasts, count }
}

/** S3.10, S4.5, S8.1, S8.2, S9.9: the visible messages. The view decides how long they stay. */
export const toastsMachine = setup({
  types: {} as { context: ToastsContext; events: ToastsEvent },
  actions: {
    show: assign(({ context }, { toast }: { toast: ToastRequest }) => withToast(context, toast)),
    remove: assign(({ context }, { id }: { id: string }) => ({
      toasts: context.toasts.filter((toast) => toast.id !== id),
    })),
    /** A message that waits for an answer, leads to a page or stays is of no use to the next person; the others just end. */
    removeUnfinished: assign(({ context }) => ({
      toasts: context.toasts.filter(
        ({ type, page, duration }) => type !== 'loading' && page === undefined && duration === undefined,
      ),
    })),
    /** Opens the page that it links to, in its organization. */
    follow: (scope, { id }: { id: string }) => {
      const page = scope.context.toasts.find((toast) => toast.id === id)?.page
      if (page) sendToActor(scope, 'organizationEntry', { type: 'page.requested', ...page })
    },
    showLimit: assign(({ context }, { message }: { message: string }) =>
      withToast(context, { id: RATE_LIMIT, type: 'error', message }),
    ),
    rememberSuggestions: assign({
      suggestions: (_, { suggestions }: { suggestions: readonly string[] }) => suggestions,
    }),
    showSuggestions: assign(({ context }) =>
      withToast(context, {
        id: `${RATE_LIMIT}-suggestions`,
        type: 'info',
        message: context.suggestions.join(' '),
      }),
    ),
  },
  guards: {
    hasSuggestions: (_, { suggestions }: { suggestions: readonly string[] }) => suggestions.length > 0,
  },
  delays: { suggestionsDelay: SUGGESTIONS_DELAY },
}).createMachine({
  id: 'toasts',
  description: 'The messages that are shown in the corner.',
  context: { toasts: [], count: 0, suggestions: [] },
  initial: 'open',
  on: {
    'toast.requested': { actions: { type: 'show', params: ({ event }) => event } },
    'toast.closed': { actions: { type: 'remove', params: ({ event }) => event } },
    'toast.followed': {
      actions: [
        { type: 'follow', params: ({ event }) => event },
        { type: 'remove', params: ({ event }) => event },
      ],
    },
    'person.left': { actions: 'removeUnfinished' },
    'rate.limited': [
      {
        guard: { type: 'hasSuggestions', params: ({ event }) => event },
        target: '.advising',
        reenter: true,
        actions: [
          { type: 'showLimit', params: ({ event }) => event },
          { type: 'rememberSuggestions', params: ({ event }) => event },
        ],
      },
      { actions: { type: 'showLimit', params: ({ event }) => event } },
    ],
  },
  states: {
    open: { description: 'Every message is shown as it comes.' },
    advising: {
      description: 'A rate limit was hit; the suggestions of the server follow in a moment.',
      after: { suggestionsDelay: { target: 'open', actions: 'showSuggestions' } },
    },
  },
})

export type ToastsRef = ActorRefFrom<typeof toastsMachine>
type ToastsSnapshot = SnapshotFrom<typeof toastsMachine>

/** Oldest first. */
export const selectToasts = ({ context }: ToastsSnapshot) => context.toasts
