import { type ActorRefFrom, assign, emit, fromPromise, setup } from 'xstate'
import { failureOf } from '../../failure.ts'
import { actionNotProvided, notProvided } from '../../not-provided.ts'
import type { ToastRequest } from '../../shell/toasts/toasts.types.ts'
import type { ViewGone } from '../../views.ts'
import { follow, type Outcome, outcomeActions } from '../outcome.ts'
import {
  changesField,
  doubtsOpened,
  type FieldErrors,
  type FormEvent,
  formActions,
  openedAfter,
  remembersFailure,
  type SubmitContext,
  type Submitted,
  submitsTo,
} from './form.parts.ts'

type Opening<Values> = Omit<Extract<FormEvent<Values>, { type: 'form.opened' }>, 'type'>

interface FormOptions<Values, Output> extends Outcome<Output> {
  readonly id: string
  readonly description: string
  readonly initial: 'closed' | 'editing'
  /** Whether an accepted submit closes the form or shows its result; `closed` by default. */
  readonly acceptedAs?: 'closed' | 'shown'
  /** Nothing follows outside: the machine needs no `finish`. */
  readonly finishes?: false
  /** It changes nothing: closing during a submit gives up its answer, which is shown with what was asked. */
  readonly onlyAsks?: true
  /** Whether an invalid submit shows what is wrong or does nothing (S5.6); `said` by default. */
  readonly whenInvalid?: 'said' | 'ignored'
  /** One toast announces the submit, then its result (S4.5). */
  readonly toast?: { readonly sending: string; readonly accepted: string }
  readonly empty: Values
  readonly validate: (values: Values) => FieldErrors
  /** Shown when the server gives no reason. */
  readonly fallback: string
}

/**
 * The statechart that every form shares: values are kept until they are accepted, a refusal is shown beside its
 * field, and nothing closes the form while it is submitted (S2.42). A dialog starts `closed`, a page `editing`. With
 * `acceptedAs: 'shown'` the result is shown until the form is closed.
 */
export function createFormMachine<Values extends object, Output>({
  acceptedAs = 'closed',
  whenInvalid = 'said',
  toast,
  ...options
}: FormOptions<Values, Output>) {
  const blank = (given?: Partial<Values>, organizationId = ''): SubmitContext<Values, Output> => {
    const values = { ...options.empty, ...given }
    return { organizationId, values, opened: values, fieldErrors: {}, error: null, refusals: 0, output: null }
  }
  const finishing = options.finishes !== false && {
    finish: actionNotProvided<{ output: Output }>('finish'),
  }
  const base = setup({
    types: {} as {
      context: SubmitContext<Values, Output>
      events: FormEvent<Values> | ViewGone
      input: Partial<Values> | undefined
      /** For the callback of the view that shows the form. */
      emitted: { type: 'form.accepted'; output: Output }
      tags: 'open' | 'busy' | 'committed' | 'shown'
      children: { submit: 'submit' }
    },
    actors: { submit: fromPromise<Output, Submitted<Values>>(notProvided('submit')) },
    guards: {
      isValid: ({ context }) => Object.keys(options.validate(context.values)).length === 0,
      isLeft: ({ context }) => context.isLeft === true,
    },
    actions: {
      ...outcomeActions,
      ...(finishing as Exclude<typeof finishing, false>),
      ...formActions<SubmitContext<Values, Output>, FormEvent<Values> | ViewGone>(
        ({ values }) => options.validate(values),
        options.fallback,
        // S8.5: the box shows the toast's text, too.
        toast !== undefined,
      ),
      emitAccepted: emit((_, { output }: { output: Output }) => ({ type: 'form.accepted' as const, output })),
      doubtOpened: assign(({ context }, { error }: { error: unknown }) => openedAfter(context, error)),
      forgetDraft: assign(() => blank()),
      leaveView: assign({ isLeft: true }),
      keepOutput: assign((_, { output }: { output: Output }) => ({ output })),
      takeValues: assign((_, { values, organizationId }: Opening<Values>) => blank(values, organizationId)),
    },
  })
  const [submit, refuse] = submitsTo('submitting')
  const submits = whenInvalid === 'ignored' ? submit : [submit, refuse]
  /** Without a message, it is that of the box. */
  const sayIn = (type: ToastRequest['type'], message?: string) =>
    toast
      ? [
          {
            type: 'showToast' as const,
            params: message
              ? { id: options.id, type, message }
              : ({ context }: { context: SubmitContext<Values, Output> }) => ({
                  id: options.id,
                  type,
                  message: context.error!,
                }),
          },
        ]
      : []
  const outputOf = ({ event: { output } }: { event: { output: Output } }) => ({ output })
  /** The form is not seen any more: the toast says what failed, and why. */
  const saysUnseen = ({ event }: { event: { error: unknown } }): ToastRequest => {
    const { message, fields } = failureOf(event.error, '')
    return { type: 'error', message: options.fallback, description: Object.values(fields)[0] ?? message }
  }
  const accept = [
    ...(options.onlyAsks ? [] : ['forgetDraft' as const]),
    ...sayIn('success', toast?.accepted),
    ...follow(
      options,
      (scope: Parameters<typeof outputOf>[0]) => outputOf(scope).output,
      finishing ? { type: 'finish' as const, params: outputOf } : undefined,
    ),
    { type: 'emitAccepted' as const, params: outputOf },
    ...(acceptedAs === 'shown' ? [{ type: 'keepOutput' as const, params: outputOf }] : []),
  ]
  const closing = { target: 'closed', actions: 'forgetDraft' } as const
  const givingUp = options.onlyAsks === true && { 'form.closed': closing }
  const shown = {
    description: 'The result is shown once.',
    tags: ['open', 'shown'],
    on: { 'form.closed': closing },
  } as const
  return base.createMachine({
    id: options.id,
    description: options.description,
    meta: { chart: 'form' },
    context: ({ input }) => blank(input),
    initial: options.initial,
    states: {
      closed: {
        description: 'The form is not shown; its values are cleared.',
        on: {
          'form.opened': {
            target: 'editing',
            actions: { type: 'takeValues', params: ({ event }) => event },
          },
        },
      },
      editing: {
        description: 'The person fills the form in.',
        tags: 'open',
        on: {
          'field.changed': changesField,
          'form.submitted': submits,
          'form.closed': closing,
        },
      },
      submitting: {
        description: 'The request is sent to the server; cancel, close and Escape do nothing.',
        tags: options.onlyAsks ? ['open', 'busy'] : ['open', 'busy', 'committed'],
        entry: sayIn('loading', toast?.sending),
        on: {
          'field.changed': changesField,
          'view.left': { actions: 'leaveView' },
          ...(givingUp as Exclude<typeof givingUp, false>),
        },
        invoke: {
          id: 'submit',
          src: 'submit',
          input: ({ context: { organizationId, values, opened } }) => ({ organizationId, values, opened }),
          onDone: { target: acceptedAs, actions: accept },
          onError: [
            {
              guard: 'isLeft',
              target: 'closed',
              actions: [{ type: 'showToast', params: saysUnseen }, 'forgetDraft'],
            },
            {
              target: 'editing',
              actions: [doubtsOpened, remembersFailure, ...sayIn('error')],
            },
          ],
        },
      },
      // Always part of the type: a machine's states cannot be inferred from a conditional.
      ...((acceptedAs === 'shown' ? { shown } : {}) as { shown: typeof shown }),
    },
  })
}

export type FormMachine<Values extends object, Output> = ReturnType<typeof createFormMachine<Values, Output>>
export type FormRef<Values extends object, Output> = ActorRefFrom<FormMachine<Values, Output>>

/** Only the chart, as drawn; every form uses it as its own. */
export const formMachine = /* @__PURE__ */ createFormMachine<{ name: string }, unknown>({
  id: 'form',
  description: 'Something is filled in and sent.',
  initial: 'closed',
  acceptedAs: 'shown',
  empty: { name: '' },
  validate: ({ name }): FieldErrors => (name.trim() === '' ? { name: 'Enter a name.' } : {}),
  fallback: 'That did not work. Please try again.',
})
