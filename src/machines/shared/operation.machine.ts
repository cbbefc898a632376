import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import { failureOf } from '../failure.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { showToast } from '../system.ts'

interface OperationOptions<Request> {
  readonly id: string
  readonly description: string
  /** The toast on success; none by default. */
  readonly done?: string
  /** Shown when the server gives no reason. */
  readonly fallback: string
  /** Builds the toast's text from the request and the reason; only the reason by default. */
  readonly failure?: (request: Request, reason: string) => string
}

/** The statechart of a request sent by one press: one at a time, and a toast reports a failure. */
export function createOperationMachine<Request>(options: OperationOptions<Request>) {
  const { done: message } = options
  const saysDone =
    message === undefined
      ? []
      : [{ type: 'showToast' as const, params: { type: 'success' as const, message } }]
  const whyNot = ({
    context,
    event,
  }: {
    context: { request: Request | null }
    event: { error: unknown }
  }) => {
    const { message } = failureOf(event.error, options.fallback)
    return {
      type: 'error' as const,
      message: options.failure?.(context.request as Request, message) ?? message,
    }
  }
  return setup({
    types: {} as {
      context: { readonly request: Request | null }
      events: { type: 'operation.requested'; request: Request }
      tags: 'busy'
      children: { run: 'run' }
    },
    actors: { run: fromPromise<void, { request: Request }>(notProvided('run')) },
    actions: {
      showToast,
      /** Rereads the lists that show the result, even if it is unknown whether the request succeeded. */
      refresh: actionNotProvided('refresh'),
      remember: assign((_, { request }: { request: Request }) => ({ request })),
      forget: assign({ request: null }),
    },
  }).createMachine({
    id: options.id,
    description: options.description,
    meta: { chart: 'operation' },
    context: { request: null },
    initial: 'idle',
    states: {
      idle: {
        description: 'The request can be made.',
        on: {
          'operation.requested': {
            target: 'running',
            actions: { type: 'remember', params: ({ event }) => event },
          },
        },
      },
      running: {
        description: 'The request is sent to the server; a second one has to wait.',
        tags: 'busy',
        invoke: {
          id: 'run',
          src: 'run',
          input: ({ context }) => ({ request: context.request as Request }),
          onDone: {
            target: 'idle',
            actions: ['refresh', 'forget', ...saysDone],
          },
          onError: {
            target: 'idle',
            actions: ['refresh', { type: 'showToast', params: whyNot }, 'forget'],
          },
        },
      },
    },
  })
}

export type OperationMachine<Request> = ReturnType<typeof createOperationMachine<Request>>
export type OperationRef<Request> = ActorRefFrom<OperationMachine<Request>>

/** Only the chart, as drawn; every operation uses it as its own. */
export const operationMachine = /* @__PURE__ */ createOperationMachine<{ id: string }>({
  id: 'operation',
  description: 'One press sends one request to the server.',
  done: 'Done.',
  fallback: 'That did not work. Please try again.',
})
